import { labelIn } from '../dict/label.ts'
import type { UserRow } from '../users/query.ts'
import { userInfo } from '../users/query.ts'
import { pdfOf } from './pdf.ts'

const labelOf = (name: 'account_status' | 'owner_type', value: string | null | undefined) =>
  value ? labelIn(name, value) : ''

/** Builds the registration form of an account for print and seal. Phone numbers are unmasked only on one's own. */
export function registerPdf(
  row: UserRow,
  options: { isOwn: boolean; platform: string; day: string },
): Uint8Array {
  const shown = options.isOwn ? { phone: row.phone, idCard: row.id_card, email: row.email } : userInfo(row)
  const values: readonly (readonly [string, string | null | undefined])[] = [
    ['登录账号', row.username],
    ['账号状态', labelOf('account_status', row.status)],
    ['姓名', row.real_name],
    ['手机号', shown.phone],
    ['身份证号', shown.idCard],
    ['电子邮箱', shown.email],
    ['办公电话', row.office_phone],
    ['职务', row.position],
    ['单位名称', row.org_name],
    ['部门类别', row.dept_name],
    ['统一社会信用代码', row.credit_code],
    ['企业性质', labelOf('owner_type', row.owner_type)],
    ['法定代表人', row.legal_person],
    ['注册地址', row.registered_address],
    ['所属行政区划', row.region_name],
    ['注册时间', row.create_time],
  ]
  return pdfOf('注册信息表', [
    { kind: 'title', text: `${options.platform}注册信息表` },
    { kind: 'rows', rows: values.map(([caption, value]) => [caption, value ?? '']) },
    {
      kind: 'note',
      text: '本单位承诺以上信息真实、准确、完整，并对所报送数据负责。涉密事项不上网，上网事项不涉密。',
    },
    { kind: 'heading', text: '单位（盖章）：　　　　　　　　　　　　　　日期：　　　　年　　月　　日' },
    { kind: 'note', text: `打印日期：${options.day}` },
  ])
}
