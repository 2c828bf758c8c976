"""Four parts of a table on Dask's local cluster, read as one by DuckDB, beside the whole."""
import pathlib
import subprocess
import sys
import tempfile

import duckdb
from dask.distributed import Client, LocalCluster

PARTS = 4
program = pathlib.Path(sys.argv[1]).resolve()
command = [str(program), "compare", "aos/*", "--into", "aos/*", "-q"]


def part(folder, place):
    """Computes a part, and says where its rows are."""
    parquet, csv = (folder / f"part-{place}.{ending}" for ending in ("parquet", "csv"))
    more = ["--threads", "1", "--shard", f"{place}/{PARTS}", "--parquet", str(parquet), "--csv", str(csv)]
    subprocess.run(command + more, check=True, stdout=subprocess.DEVNULL)
    return csv


def check(folder, csvs):
    """Parts put together are the whole, as CSV byte for byte, and as Parquet row for row."""
    whole, parquet = folder / "whole.csv", folder / "part-*.parquet"
    subprocess.run(command + ["--csv", str(whole)], check=True, stdout=subprocess.DEVNULL)
    header, rows = whole.read_bytes().split(b"\n", 1)
    assert b"".join(csv.read_bytes().removeprefix(header + b"\n") for csv in csvs) == rows, "the parts are not the whole"
    tables = duckdb.sql(f"SELECT DISTINCT value FROM parquet_kv_metadata('{parquet}') WHERE key = 'table'").fetchall()
    assert len(tables) == 1, "parts of different tables"
    columns = "attacker, defender, phase, metric, mean, sd, p50, destroyed, refused, command"
    of_parts = f"SELECT {columns} FROM '{parquet}'"
    of_whole = f"SELECT {columns} FROM read_csv('{whole}', header = true, auto_detect = true)"
    for one, other in ((of_parts, of_whole), (of_whole, of_parts)):
        missing = duckdb.sql(f"SELECT count(*) FROM (({one}) EXCEPT ALL ({other}))").fetchall()[0][0]
        assert missing == 0, f"{missing} rows differ"
    sizes = [sum(path.stat().st_size for path in folder.glob(pattern)) for pattern in ("part-*.csv", "part-*.parquet")]
    count = duckdb.sql(f"SELECT count(*) FROM '{parquet}'").fetchall()[0][0]
    print(f"{PARTS} parts, {count} rows: the whole, byte for byte; CSV {sizes[0]:,} bytes, Parquet {sizes[1]:,}")
    print(duckdb.sql(f"""SELECT attacker, round(avg(mean), 2) AS wounds FROM '{parquet}'
        WHERE metric = 'wounds-lost' GROUP BY attacker ORDER BY wounds DESC LIMIT 5"""))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name, LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            folder = pathlib.Path(name)
            check(folder, client.gather(client.map(lambda place: part(folder, place), range(1, PARTS + 1))))
