// SPDX-License-Identifier: GPL-3.0-or-later
// Runs an SQL query with DuckDB on a folder that "tracedump export --to csv-dir" wrote, and prints the rows as JSON.
//
// Usage: node fleet-duckdb.js FOLDER SQL
//
// Each table is a view, with the column "trace" for the file of a row.

const fs = require('fs');
const path = require('path');

const library = require.resolve('@duckdb/node-api', {
  paths: [process.cwd(), ...(process.env.NODE_PATH || '').split(path.delimiter).filter(Boolean)],
});
const { DuckDBInstance } = require(library);

const TYPES = { INT64: 'BIGINT', FLOAT64: 'DOUBLE', STRING: 'VARCHAR' };

const quote = (text) => `'${text.replaceAll("'", "''")}'`;
const quoteName = (name) => `"${name.replaceAll('"', '""')}"`;

function makeView(folder, file) {
  const table = path.basename(file, '.json');
  const columns = JSON.parse(fs.readFileSync(path.join(folder, '_types', file), 'utf-8'));
  const types = columns.map(({ name, type }) => `${quote(name)}: ${quote(TYPES[type])}`);

  return `CREATE VIEW ${quoteName(table)} AS SELECT * FROM
    read_csv(${quote(path.join(folder, `table=${table}`, '*', '*.csv.gz'))}, header = true, hive_partitioning = true,
             hive_types_autocast = false, delim = ',', quote = '"', escape = '"',
             allow_quoted_nulls = false, columns = {${types.join(', ')}})`;
}

async function main() {
  const [folder, sql] = process.argv.slice(2);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();

  for (const file of fs.readdirSync(path.join(folder, '_types')).sort())
    await connection.run(makeView(folder, file));
  const result = await connection.runAndReadAll(sql);
  console.log(JSON.stringify(result.getRowObjectsJson()));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
