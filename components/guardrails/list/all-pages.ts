type PageOf<Row> = { data: readonly Row[]; total_count: number };

const PAGE = 100;
/** More than this is not read to be counted or chosen from here. */
const MOST = 2000;

/** Every row of a list, read page by page. */
export async function allPages<Row>(
  read: (page: { offset: number; limit: number }) => Promise<PageOf<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let offset = 0; offset < MOST; offset += PAGE) {
    const { data, total_count: total } = await read({ offset, limit: PAGE });
    rows.push(...data);
    if (offset + PAGE >= total) break;
  }
  return rows;
}
