import type { RuleCode } from './book/texts.ts'
import { ACCOUNT_TEXT } from './rules/account.ts'

/** User-visible messages. The first nine come from the specification. */
export const messages = {
  ip: '请输入正确的IP地址',
  mobile: '请输入正确格式的电话号码',
  idCard: '请输入正确格式的身份证号码',
  email: '请输入正确格式的电子邮箱',
  account: ACCOUNT_TEXT,
  password: '至少由数字和字母两部分组成',
  decimal: '必须输入数字且最多4位小数',
  nonEmpty: '值不能为空',
  nonNegativeInteger: '值必须输入正整数',
  creditCode: '统一社会信用代码校验不通过',
  coordinates: '坐标不在中国范围内',
  swappedCoordinates: '坐标不在中国范围内，经度与纬度可能填反',
  dateOrder: '日期先后顺序不正确',
  date: '请输入正确的日期',
  region: '行政区划不匹配',
  plainText: '不能含有控制字符或不完整的字符',
  range: '数值超出合理范围',
  nationalCode: '全国投资项目代码格式不正确',
  accountAscii: '登录账号只能包含字母、数字和常用符号',
  dictionary: '取值不在可选范围内',
  retired: '取值已停用',
  file: '文件不存在',
  captcha: '验证码错误',
  captchaExpired: '验证码不存在或已过期',
  captchaNeeded: '用户名、密码或验证码不正确',
} as const

/**
 * Codes of the checks of single fields and of the log-in. A code outlives its message and is never used again. The book
 * (`@xinchu/validators/book`) has all codes. The list is open: clients must accept codes that they do not know.
 */
export const codes = {
  nonEmpty: 'F-001',
  ip: 'F-002',
  mobile: 'F-003',
  idCard: 'F-004',
  email: 'F-005',
  account: 'F-006',
  password: 'F-007',
  decimal: 'F-008',
  nonNegativeInteger: 'F-009',
  creditCode: 'F-010',
  coordinates: 'F-011',
  swappedCoordinates: 'F-011',
  dateOrder: 'F-012',
  date: 'F-013',
  region: 'F-014',
  plainText: 'F-015',
  range: 'F-016',
  nationalCode: 'F-017',
  accountAscii: 'F-018',
  dictionary: 'F-019',
  file: 'F-020',
  // The messages of these name a bound or a property.
  length: 'F-021',
  type: 'F-022',
  choice: 'F-023',
  property: 'F-024',
  retired: 'F-025',
  form: 'F-026',
  captcha: 'A-001',
  captchaExpired: 'A-002',
  captchaNeeded: 'A-003',
} as const satisfies Record<keyof typeof messages, RuleCode> & Record<string, RuleCode>
