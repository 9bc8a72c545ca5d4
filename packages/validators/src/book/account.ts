import type { RuleText } from './rule-text.ts'

const LOGIN = { when: ['登录'], since: '0.1.0' } as const
const REGISTER = { when: ['登录', '注册'], since: '0.1.0' } as const

/** Rules of the log-in, the session and the password. */
export const accountRules = {
  'A-001': {
    ...REGISTER,
    text: '图形验证码与图中一致',
    passes: { words: ['图中为 7K2M，填写 7k2m'] },
    fails: { words: ['图中为 7K2M，填写 7K2N'] },
  },
  'A-002': {
    ...REGISTER,
    text: '图形验证码未过期，且未使用过',
    passes: { words: ['取得验证码后 1 分钟内登录'] },
    fails: { words: ['取得验证码后 10 分钟登录'] },
  },
  'A-003': {
    ...LOGIN,
    text: '用户名、密码与验证码均正确；哪一项有误不作说明',
    passes: { words: ['三项均正确'] },
    fails: { words: ['须填验证码而未填写'] },
  },
  'A-004': {
    ...LOGIN,
    text: '用户名与密码正确；哪一项有误不作说明',
    passes: { words: ['用户名与密码均正确'] },
    fails: { words: ['密码错误'] },
  },
  'A-005': {
    ...LOGIN,
    text: '密码连续输错五次，账号锁定十五分钟',
    expression: 'wrongTries < 5',
    passes: { words: ['输错四次后输对'] },
    fails: { words: ['输错五次'] },
  },
  'A-006': {
    ...LOGIN,
    text: '注册的账号经审核通过后方可登录',
    passes: { words: ['注册已通过审核'] },
    fails: { words: ['注册待审核，或被退回'] },
  },
  'A-007': {
    ...LOGIN,
    text: '账号已启用',
    passes: { words: ['账号状态 启用'] },
    fails: { words: ['账号状态 停用'] },
  },
  'A-008': {
    when: ['填报', '审核', '管理'],
    since: '0.1.0',
    text: '已登录，且登录未过期',
    passes: { words: ['半小时内有操作'] },
    fails: { words: ['长时间未操作'] },
  },
  'A-009': {
    ...LOGIN,
    text: '首次登录或密码被重置后，先修改密码',
    passes: { words: ['修改密码后办理其他事项'] },
    fails: { words: ['密码被重置后直接查询项目'] },
  },
  'A-010': {
    ...LOGIN,
    text: '预置账号首次登录后，先完善一次账号信息',
    passes: { words: ['选择机构、填写姓名后办理其他事项'] },
    fails: { words: ['未完善信息即查询项目，或再次完善'] },
  },
  'A-011': {
    ...REGISTER,
    text: '密码为 8 至 64 位，不过于简单，不由平台名称或本人信息组成',
    passes: { words: ['密码 hulan7-shanmai'] },
    fails: { words: ['密码 chuneng2026'] },
  },
  'A-012': {
    ...LOGIN,
    text: '新密码与最近三次用过的不同',
    passes: { words: ['未用过的密码'] },
    fails: { words: ['上一次的密码'] },
  },
  'A-013': {
    ...LOGIN,
    text: '修改密码时原密码正确',
    passes: { words: ['原密码正确'] },
    fails: { words: ['原密码错误'] },
  },
  'A-014': {
    ...REGISTER,
    text: '短信验证码正确，且在 5 分钟之内',
    passes: { words: ['收到后 1 分钟内填写'] },
    fails: { words: ['填写有误，或已过 5 分钟'] },
  },
  'A-015': {
    ...REGISTER,
    text: '操作不过于频繁',
    passes: { words: ['每分钟取一次短信验证码'] },
    fails: { words: ['一分钟内取三次短信验证码'] },
  },
  'A-016': {
    when: ['注册', '管理'],
    since: '0.1.0',
    text: '登录账号、手机号、单位、专家未被使用',
    passes: { words: ['未使用过的手机号'] },
    fails: { words: ['手机号已用于其他账号'] },
  },
  'A-017': {
    when: ['管理'],
    since: '0.1.0',
    text: '状态、机构、角色由系统管理员修改，本人的不能自行修改；手机号凭短信验证码更换',
    passes: { words: ['本人修改姓名'] },
    fails: { words: ['本人修改所属机构'] },
  },
  'A-018': {
    when: ['管理'],
    since: '0.1.0',
    text: '角色与所属机构的部门类别相符，机构存在且启用',
    passes: { words: ['县级机构的用户授予县级角色'] },
    fails: { words: ['县级机构的用户授予省级角色'] },
  },
  'A-019': {
    when: ['管理'],
    since: '0.1.0',
    text: '只有待审核的注册可以审核',
    passes: { words: ['通过待审核的注册'] },
    fails: { words: ['再次通过已通过的注册'] },
  },
  'A-020': {
    when: ['登录', '注册'],
    since: '0.1.0',
    text: '两次输入的新密码一致',
    passes: { words: ['两次均为 hulan7-shanmai'] },
    fails: { words: ['第二次少输一个字母'] },
  },
} as const satisfies Record<string, RuleText>
