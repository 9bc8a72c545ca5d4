import { writeXlsx } from 'hucre/xlsx'

const HEAD = ['所属机构', '所在地区', '角色', '登录账号', '姓名', '手机号', '职务']

export type RosterRow = readonly (string | null)[]

/** A workbook of people for the bulk creation of accounts. */
export async function rosterWorkbook(
  rows: readonly RosterRow[],
  head: RosterRow = HEAD,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await writeXlsx({
    sheets: [{ name: '账号名单', rows: [[...head], ...rows.map((row) => [...row])] }],
  })
  return bytes.slice()
}
