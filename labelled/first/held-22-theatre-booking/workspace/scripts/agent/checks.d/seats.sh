test -f data/seats.json
