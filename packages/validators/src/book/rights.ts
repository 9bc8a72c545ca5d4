import type { RuleText } from './rule-text.ts'

const MANAGE = { when: ['管理'], since: '0.1.0' } as const

/** Rules of roles, menus and permissions. */
export const rightsRules = {
  'G-001': {
    when: ['保存', '提交', '审核', '管理'],
    since: '0.1.0',
    text: '办理的事项在本人角色的权限之内',
    passes: { words: ['有审核项目权限的用户通过项目'] },
    fails: { words: ['没有导出权限的用户导出项目'] },
  },
  'G-002': {
    ...MANAGE,
    text: '角色名称不重复，复制的角色与部门类别存在',
    passes: { words: ['复制县级角色，取名“县级（只读）”'] },
    fails: { words: ['取名“县级”，与已有角色重复'] },
  },
  'G-003': {
    ...MANAGE,
    text: '内置角色不能停用、删除或改变数据范围，有用户的角色不能删除',
    passes: { words: ['删除没有用户的自建角色'] },
    fails: { words: ['删除仍有用户的角色'] },
  },
  'G-004': {
    ...MANAGE,
    text: '角色保留登录首页，系统管理员保留角色、菜单与用户管理',
    passes: { words: ['取消县级角色的“批量导入”'] },
    fails: { words: ['取消县级角色的“县级任务管理”'] },
  },
  'G-005': {
    ...MANAGE,
    text: '本人仍能管理平台，平台至少有一名系统管理员',
    passes: { words: ['停用另一名系统管理员，本人仍在'] },
    fails: { words: ['取消本人角色的平台管理权限'] },
  },
  'G-006': {
    ...MANAGE,
    text: '授予的菜单存在，权限和数据范围为该部门类别可用的',
    passes: { words: ['授予县级角色“审核项目”'] },
    fails: { words: ['授予县级角色“评审打分”'] },
  },
} as const satisfies Record<string, RuleText>
