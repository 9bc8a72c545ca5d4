import { at, valueAsked } from '../../audit-log/asked.ts'
import type { Actions } from './action.ts'

const SESSION = '只建立或结束会话，不修改记录'
const SECRET = '密码不写入日志'

const FACTOR = '两步验证的密钥与恢复码不写入日志'

const own = { kind: 'USER', isOwn: true } as const
const factor = { ...own, group: 'account', unchanged: FACTOR } as const
const office = { kind: 'ORG', keys: ['id'] } as const
const account = { kind: 'USER', keys: ['id'] } as const

/** Sessions, accounts and offices. */
export const accountActions: Actions = {
  login: { group: 'session', name: '登录', kind: 'USER', isOwn: true, unchanged: SESSION },
  logout: { group: 'session', name: '退出登录', kind: 'USER', isOwn: true, unchanged: SESSION },
  refreshToken: { group: 'session', name: '刷新令牌', unchanged: SESSION },
  registerUser: { group: 'account', name: '企业注册', kind: 'USER', created: ['id'] },
  sendForgetSms: {
    group: 'account',
    name: '找回密码：发送短信',
    kind: 'USER',
    isOwn: true,
    unchanged: '验证码不写入日志',
  },
  resetForgottenPassword: {
    group: 'account',
    name: '找回密码：设置新密码',
    unchanged: SECRET,
    about: () => '凭短信找回的账号',
  },
  updatePassword: { group: 'account', name: '修改本人密码', kind: 'USER', isOwn: true },
  updateUserCenter: { group: 'account', name: '修改个人资料', kind: 'USER', isOwn: true },
  completeBuiltInUser: { group: 'account', name: '完善内置账号', kind: 'USER', isOwn: true },
  modifyUser: {
    ...account,
    group: 'account',
    name: '修改账号资料',
    why: 'reason',
    changed: {
      field: 'status',
      names: { '1': '启用账号', '2': '停用账号', '3': '锁定账号', '4': '注销账号' },
    },
  },
  resetUserPassword: { ...account, group: 'account', name: '重置密码' },
  reviewRegistration: {
    ...account,
    group: 'account',
    name: '审核注册',
    by: { field: 'pass', names: { true: '通过注册', false: '退回注册' } },
  },
  createUser: { group: 'account', name: '新建账号', kind: 'USER', created: ['id', 'user.id'] },
  startSecondFactor: { ...factor, name: '开始启用两步验证' },
  confirmSecondFactor: { ...factor, name: '启用两步验证' },
  removeSecondFactor: { ...factor, name: '停用两步验证' },
  renewRecoveryCodes: { ...factor, name: '更换恢复码' },
  clearSecondFactor: {
    ...account,
    keys: ['id', 'userId'],
    group: 'account',
    name: '解除他人的两步验证',
    why: 'reason',
    unchanged: FACTOR,
  },
  endSessions: {
    ...own,
    keys: ['userId'],
    group: 'session',
    name: '结束登录',
    why: 'reason',
    unchanged: SESSION,
  },
  correctRegistration: { ...account, group: 'account', name: '更正注册资料' },
  openRegistration: { ...account, group: 'account', name: '打开退回的注册' },
  uploadRegistrationProof: {
    ...own,
    group: 'file',
    name: '上传注册证明',
    unchanged: '新文件，无前值',
  },
  exportRegistrations: {
    group: 'export',
    name: '导出注册审核表',
    about: () => '注册审核表',
    unchanged: '只读',
  },
  downloadUserTemplate: {
    group: 'export',
    name: '下载账号导入模板',
    about: () => '账号导入模板',
    unchanged: '只读',
  },
  importUsers: {
    group: 'account',
    name: '批量创建账号',
    kind: 'USER',
    created: ['id'],
    // Only a check is replied with its digest alone; a creation is recorded with the accounts.
    plans: ({ reply }) => at(reply, 'digest') !== undefined,
    unchanged: '账号各自可查，初始密码不写入日志',
  },
  downloadUserImportErrors: {
    group: 'export',
    name: '导出账号导入错误',
    about: () => '账号导入错误',
    unchanged: '只读',
  },
  downloadPasswordSlips: {
    group: 'privacy',
    name: '下载初始密码条',
    shows: '账号的初始密码',
    about: () => '初始密码条',
    unchanged: '只读',
  },
  downloadPasswordSheet: {
    group: 'privacy',
    name: '下载初始密码表',
    shows: '账号的初始密码',
    about: () => '初始密码表',
    unchanged: '只读',
  },
  changeUsersInBulk: {
    group: 'account',
    name: '批量办理账号',
    kind: 'USER',
    keys: ['ids'],
    why: 'reason',
    plans: (asked) => valueAsked(asked, 'digest') === undefined,
    by: {
      field: 'action',
      names: {
        disable: '停用账号',
        enable: '启用账号',
        move: '调整账号机构',
        reset: '重置密码',
        unlock: '解除账号锁定',
      },
    },
  },
  exportUsers: { group: 'export', name: '导出账号', about: () => '账号', unchanged: '只读' },
  exportContacts: {
    group: 'privacy',
    name: '导出通讯录',
    shows: '上下级联系人的手机号和电子邮箱',
    about: () => '通讯录',
    unchanged: '只读',
  },
  exportUserDistribution: {
    group: 'export',
    name: '导出账号分布',
    about: () => '账号分布',
    unchanged: '只读',
  },
  createOrg: { group: 'account', name: '新建机构', kind: 'ORG', created: ['id'] },
  updateOrg: {
    ...office,
    group: 'account',
    name: '修改机构',
    changed: { field: 'enabled', names: { true: '启用机构', false: '停用机构' } },
  },
  saveSavedQuery: { group: 'personal', name: '保存常用查询', kind: 'SAVED_QUERY', created: ['id'] },
  renameSavedQuery: { group: 'personal', name: '重命名常用查询', kind: 'SAVED_QUERY', keys: ['id'] },
  deleteSavedQueries: { group: 'personal', name: '删除常用查询', kind: 'SAVED_QUERY', keys: [''] },
  savePinnedCards: {
    group: 'personal',
    name: '调整首页卡片',
    about: () => '首页卡片',
    unchanged: '本人首页的布置，不是业务记录',
  },
  saveReviewPhrases: {
    group: 'personal',
    name: '保存办理常用语',
    about: () => '办理常用语',
    unchanged: '本单位的常用语，不是业务记录',
  },
  downloadRegisterPdf: {
    group: 'privacy',
    name: '下载注册信息表',
    shows: '本人注册信息',
    kind: 'USER',
    isOwn: true,
    unchanged: '只读',
  },
  downloadUserManual: { group: 'export', name: '下载用户手册', about: () => '用户手册', unchanged: '只读' },
  downloadRules: { group: 'export', name: '导出规则手册', about: () => '规则手册', unchanged: '只读' },
  getPlatformMap: {
    group: 'export',
    name: '下载底图',
    about: (asked) => `底图 ${String(valueAsked(asked, 'code') ?? '')}`.trim(),
    unchanged: '只读',
  },
  downloadAuditLog: {
    group: 'audit',
    name: '导出审计日志',
    kind: 'AUDIT_LOG',
    about: () => '审计日志',
    unchanged: '只读',
  },
}
