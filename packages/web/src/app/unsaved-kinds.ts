import type { UnsavedEntry, UnsavedKind } from '@xinchu/sdk'

interface KindWords {
  /** Name of a record's form. */
  name: string
  /** Name of a new record's form, if it has another. */
  fresh?: string
  /** Page with the form, or with the list that opens it. */
  path?: string
  /** The page's address opens the form itself. */
  hasForm?: boolean
}

const KINDS: Readonly<Record<UnsavedKind, KindWords>> = {
  'es-project': { name: '修改项目', fresh: '新建项目', path: '/esproject/declare/form', hasForm: true },
  'demo-project': { name: '申报材料', path: '/demonstration/apply/form', hasForm: true },
  'demo-new': { name: '新建示范项目申报', path: '/demonstration/apply/index' },
  'provincial-demo': { name: '省级示范项目', path: '/provincial/demonstration/index' },
  'work-report': { name: '省级工作报告', path: '/provincial/workreport/index' },
  'year-calc': { name: '年度测算', path: '/decision/year/calculation/index' },
  section: { name: '栏目内容' },
  message: { name: '消息', path: '/message/push/index' },
  'message-template': { name: '消息模板', path: '/message/push/index' },
  'fill-time': { name: '填报时间', path: '/system/filltime/index' },
  org: { name: '机构', path: '/system/org/index' },
  user: { name: '用户', path: '/system/user/index' },
  menu: { name: '菜单', path: '/system/menu/index' },
  owner: { name: '业主与集团', path: '/system/owner/index' },
  'region-succession': { name: '行政区划变更', path: '/system/region/index' },
  role: { name: '角色', path: '/system/role/index' },
  dict: { name: '字典值', path: '/system/dict/index' },
  profile: { name: '个人资料', path: '/user/center' },
  'expert-profile': { name: '专家资料', fresh: '新增专家', path: '/demonstration/excellent/group' },
  objection: { name: '异议办理', path: '/esproject/desk/index' },
  'pilot-departure': { name: '取消与退出的理由', path: '/demonstration/publicity/index' },
  'stat-withdrawal': { name: '撤回修订的原因', path: '/planningmonitoring/project/warehouse' },
  'review-feedback': { name: '评审反馈意见', path: '/demonstration/excellent/result' },
}

/** How a list shows unsaved input, and the address to go on with it. */
export function unsavedWords({ kind, target, title }: UnsavedEntry) {
  const { name, fresh = name, path, hasForm = false } = KINDS[kind]
  const isNew = target.startsWith('new:')
  const [record = ''] = target.split('~')
  const search: Record<string, string> = !hasForm ? {} : isNew ? { slot: target } : { id: record }
  return { name: isNew ? fresh : name, title, path, search }
}
