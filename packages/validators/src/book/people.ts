import type { RuleText } from './rule-text.ts'

const MANAGE = { when: ['管理'], since: '0.1.0' } as const

/** Rules of accounts that are handled in bulk, and of registrations. */
export const peopleRules = {
  'A-021': {
    when: ['登录'],
    since: '0.1.0',
    text: '初始密码和临时密码须在有效期内使用',
    passes: { words: ['收到初始密码后次日登录'] },
    fails: { words: ['初始密码过期后登录'] },
  },
  'A-022': {
    ...MANAGE,
    text: '平台至少保留一名可用的系统管理员',
    passes: { words: ['两名系统管理员中停用一名'] },
    fails: { words: ['停用唯一的系统管理员'] },
  },
  'A-023': {
    ...MANAGE,
    text: '批量办理以核对过的方案或名单为准，有变化时须重新核对',
    passes: { words: ['核对后随即办理'] },
    fails: { words: ['核对后名单中的账号已被他人停用'] },
  },
  'A-024': {
    ...MANAGE,
    text: '账号的状态或机构与办理的事项相符',
    passes: { words: ['停用状态正常的账号'] },
    fails: { words: ['再次停用已停用的账号'] },
  },
  'A-025': {
    ...MANAGE,
    text: '批量创建的名单每次至多 500 人，登录账号、手机号在名单内不重复',
    passes: { words: ['名单有 120 人，账号各不相同'] },
    fails: { words: ['名单中两人的手机号相同'] },
  },
  'A-026': {
    ...MANAGE,
    text: '未上传营业执照的注册，写明核实方式方可通过',
    passes: { words: ['写明“已现场核对执照原件”后通过'] },
    fails: { words: ['没有营业执照，也没有说明'] },
  },
  'A-027': {
    when: ['注册'],
    since: '0.1.0',
    text: '接收验证码的手机号由运营商受理',
    passes: { words: ['在用的手机号'] },
    fails: { words: ['已停机、运营商拒绝受理的号码'] },
  },
} as const satisfies Record<string, RuleText>
