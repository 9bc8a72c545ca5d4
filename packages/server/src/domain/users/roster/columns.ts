import type { ListCells, ListColumn, ListForm } from '../../sheet-list/form.ts'

export const SHEET = '账号名单'
/** Rows of one workbook. */
export const MOST_ROWS = 500

type Name =
  | 'username'
  | 'realName'
  | 'phone'
  | 'orgName'
  | 'regionName'
  | 'roleName'
  | 'position'
  | 'officePhone'
  | 'email'

export type RosterColumn = ListColumn<Name>

const OFFICE = '机构与角色'
const PERSON = '账号与本人信息'

/** Columns of the workbook, in order. */
export const rosterColumns: readonly RosterColumn[] = [
  { name: 'orgName', caption: '所属机构', exported: '所属机构名称', group: OFFICE, isRequired: true, width: 34, maxLength: 100, hint: '平台中机构的全称，可从下拉列表中选择' },
  { name: 'regionName', caption: '所在地区', exported: '所属行政区划', group: OFFICE, isRequired: false, width: 20, maxLength: 60, hint: '有同名机构时填写，名称或代码均可' },
  { name: 'roleName', caption: '角色', group: OFFICE, isRequired: false, width: 24, maxLength: 40, hint: '机构的部门类别只有一种角色时可不填' },
  { name: 'username', caption: '登录账号', group: PERSON, isRequired: true, width: 18, maxLength: 30, rule: 'account', hint: '4至30位，不含汉字和空格，不区分大小写' },
  { name: 'realName', caption: '姓名', exported: '姓名（联系人）', group: PERSON, isRequired: true, width: 14, maxLength: 30, rule: 'nonEmpty', hint: '使用人的真实姓名' },
  { name: 'phone', caption: '手机号', group: PERSON, isRequired: true, width: 16, maxLength: 11, rule: 'mobile', hint: '11位手机号，不能与其他账号相同' },
  { name: 'position', caption: '职务', group: PERSON, isRequired: false, width: 16, maxLength: 30, hint: '如 科长' },
  { name: 'officePhone', caption: '办公电话', group: PERSON, isRequired: false, width: 18, maxLength: 20, hint: '含区号，如 0953-6012345' },
  { name: 'email', caption: '电子邮箱', group: PERSON, isRequired: false, width: 24, maxLength: 254, rule: 'email', hint: '如 name@example.com' },
] // biome-ignore format: a table

/** Texts of a row by column. */
export type RosterCells = ListCells<Name>

export const rosterForm: ListForm<Name> = {
  sheet: SHEET,
  columns: rosterColumns,
  key: 'username',
  maxRows: MOST_ROWS,
  code: 'A-025',
  empty: '名单中没有人员',
  tooMany: `每次至多创建${MOST_ROWS}个账号，请拆分`,
  advice: '请使用模板填写',
}
