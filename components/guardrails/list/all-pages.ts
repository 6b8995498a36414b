type PageOf<Row> = { data: readonly Row[]; total_count: number };

const PAGE = 100;
/** Maximum number of rows read for counting and choosing. */
const MAX_ROWS = 2000;

/** Reads every row of a list, page by page. */
export async function allPages<Row>(
  read: (page: { offset: number; limit: number }) => Promise<PageOf<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let offset = 0; offset < MAX_ROWS; offset += PAGE) {
    const { data, total_count: total } = await read({ offset, limit: PAGE });
    rows.push(...data);
    if (offset + PAGE >= total) break;
  }
  return rows;
}
