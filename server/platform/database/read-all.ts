const rowsPerPage = 1_000

/**
 * Reads all rows of a list in pages. `read` returns at most `limit` rows that come after `last`, in the list's order;
 * the first page has no `last`. Each page continues after a row instead of at an offset, so that no row is missed or
 * repeated while others are added at the beginning.
 */
export async function readAll<Row>(
  read: (limit: number, last: Row | undefined) => Promise<Row[]>,
  limit = rowsPerPage,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await read(limit, rows.at(-1))
    for (const row of page) rows.push(row)
    if (page.length < limit) return rows
  }
}

/** Yields the same rows page by page, for lists that don't fit in memory. */
export async function* readPages<Row>(
  read: (limit: number, last: Row | undefined) => Promise<Row[]>,
  limit = rowsPerPage,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const page = await read(limit, last)
    if (page.length > 0) yield page
    if (page.length < limit) return
    last = page.at(-1)
  }
}
