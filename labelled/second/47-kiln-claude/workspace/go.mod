module example.test/kiln

go 1.22
