#!/bin/sh
# Run once by the PostgreSQL image, when its data directory is new.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username postgres --dbname hookline <<'SQL'
CREATE ROLE hookline LOGIN PASSWORD :'password' NOSUPERUSER NOBYPASSRLS;
ALTER DATABASE hookline OWNER TO hookline;
GRANT ALL ON SCHEMA public TO hookline;
SQL
