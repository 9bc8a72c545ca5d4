import type { RuleText } from './rule-text.ts'

const LOGIN = { when: ['登录'], since: '0.1.0' } as const
const OWN = { when: ['登录', '管理'], since: '0.1.0' } as const

/** Rules of the second factor and of sessions. */
export const securityRules = {
  'S-001': {
    ...LOGIN,
    text: '已启用两步验证的账号，登录时填写动态验证码',
    passes: { words: ['密码正确，并填写验证器显示的6位数字'] },
    fails: { words: ['密码正确，未填写动态验证码'] },
  },
  'S-002': {
    ...OWN,
    text: '动态验证码或恢复码正确，且未使用过',
    passes: { words: ['填写验证器当前显示的6位数字'] },
    fails: { words: ['再次填写登录时已用过的验证码'] },
  },
  'S-003': {
    ...OWN,
    text: '一日内填错的动态验证码少于20次',
    passes: { words: ['填错两次后填对'] },
    fails: { words: ['一日内已填错20次'] },
  },
  'S-004': {
    ...LOGIN,
    text: '按平台要求须启用两步验证的账号，启用后办理其他事项',
    passes: { words: ['启用两步验证后审核项目'] },
    fails: { words: ['未启用两步验证即查询项目'] },
  },
  'S-005': {
    ...OWN,
    text: '两步验证的状态与所办事项相符，且平台已开放',
    passes: { words: ['未启用时启用'] },
    fails: { words: ['已启用时再次启用，或未启用时停用'] },
  },
  'S-006': {
    when: ['填报', '审核', '管理'],
    since: '0.1.0',
    text: '登录未被本人或管理员结束',
    passes: { words: ['登录后办理事项'] },
    fails: { words: ['在其他设备上结束此登录后，继续办理'] },
  },
  'S-007': {
    ...OWN,
    text: '启用、停用两步验证或更换恢复码时，本人密码正确',
    passes: { words: ['密码正确'] },
    fails: { words: ['密码错误'] },
  },
} as const satisfies Record<string, RuleText>
