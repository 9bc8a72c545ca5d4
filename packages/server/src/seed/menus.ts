export interface MenuSeed {
  title: string
  /** Full path of the page. */
  path: string
  icon: string
  hidden?: boolean
  /** Menu to highlight while a hidden page is shown. */
  activeMenu?: string
  /** Its view is dropped while another tag is shown. */
  noCache?: boolean
}

/**
 * All pages that can be granted, with paths as spelled in the specification. A page is added together with its screen,
 * because a menu must not lead nowhere.
 */
export const menus = {
  DASH: { title: '首页', path: '/dashboard/index', icon: 'dashboard' },
  SL: { title: '国家规模布局统计', path: '/planningmonitoring/project/scalelayout', icon: 'chart-map' },
  SLR: {
    title: '区域规模布局统计',
    path: '/planningmonitoring/project/scalelayoutRegion',
    icon: 'chart-map',
  },
  SLP: {
    title: '省级规模布局统计',
    path: '/planningmonitoring/project/scalelayoutProvince',
    icon: 'chart-map',
  },
  US: { title: '国家使用情况统计', path: '/planningmonitoring/project/usage', icon: 'chart-line' },
  USR: { title: '区域使用情况统计', path: '/planningmonitoring/project/usageRegion', icon: 'chart-line' },
  USP: { title: '省级使用情况统计', path: '/planningmonitoring/project/usageProvince', icon: 'chart-line' },
  CM: { title: '报送完整性', path: '/planningmonitoring/project/completeness', icon: 'calendar-check' },
  PL: { title: '规划建设进程', path: '/planningmonitoring/project/pipeline', icon: 'progress' },
  MAP: { title: '项目分布地图', path: '/planningmonitoring/project/map', icon: 'map' },
  WH: { title: '入库项目台账', path: '/planningmonitoring/project/warehouse', icon: 'database' },
  CALS: { title: '年度测算汇总', path: '/planningmonitoring/calculation/index', icon: 'calculator' },
  TKP: { title: '省级任务管理', path: '/provicetaskment/index', icon: 'todo' },
  TKC: { title: '市级任务管理', path: '/citytaskment/index', icon: 'todo' },
  TKX: { title: '县级任务管理', path: '/countytaskment/index', icon: 'todo' },
  TKN: { title: '央企任务管理', path: '/centralEnterprisestaskment/index', icon: 'todo' },
  TKF: { title: '平台任务管理', path: '/platfortaskmment/index', icon: 'todo' },
  TKE: { title: '专家任务管理', path: '/experttaskment/index', icon: 'todo' },
  QE: { title: '季度报送', path: '/decision/quarter/enterprise/index', icon: 'calendar-edit', noCache: true },
  QG: { title: '季度报送审核', path: '/decision/quarter/government/index', icon: 'calendar-check' },
  CAL: { title: '年度测算', path: '/decision/year/calculation/index', icon: 'calculator', noCache: true },
  PJ: { title: '项目申报', path: '/esproject/declare/index', icon: 'edit', noCache: true },
  DK: { title: '审核工作台', path: '/esproject/desk/index', icon: 'check' },
  PA: { title: '项目审核', path: '/esproject/audit/index', icon: 'check' },
  PQY: { title: '项目查询', path: '/esproject/query/index', icon: 'search' },
  PR: { title: '重复项目核查', path: '/esproject/repeat/index', icon: 'copy' },
  PI: { title: '批量导入', path: '/esproject/import/index', icon: 'upload' },
  PD: {
    title: '项目详情',
    path: '/esproject/detail/:id',
    icon: 'search',
    hidden: true,
    activeMenu: '/esproject/query/index',
  },
  DA: { title: '示范项目申报', path: '/demonstration/apply/index', icon: 'flag' },
  DRP: { title: '省级示范项目推荐', path: '/demonstration/recommend/province', icon: 'thumbs-up' },
  DRC: { title: '央企示范项目推荐', path: '/demonstration/recommend/group', icon: 'thumbs-up' },
  DPF: { title: '平台示范项目管理', path: '/demonstration/platform/index', icon: 'flag' },
  DN: { title: '国家示范项目管理', path: '/demonstration/national/index', icon: 'flag' },
  DD: { title: '示范项目全程', path: '/demonstration/detail/:id', icon: 'search', hidden: true },
  DQ: { title: '示范项目查询', path: '/demonstration/query/index', icon: 'search' },
  DE1: { title: '初评打分', path: '/demonstration/expert/primary', icon: 'star' },
  DE2: { title: '优选打分', path: '/demonstration/expert/excellent', icon: 'star' },
  DG: { title: '专家组与优选分组', path: '/demonstration/excellent/group', icon: 'team' },
  DX: { title: '优选评审结果', path: '/demonstration/excellent/result', icon: 'trophy' },
  DPR: { title: '示范项目进展报送', path: '/demonstration/progress/index', icon: 'progress' },
  DAR: { title: '示范项目年度报告', path: '/demonstration/annual/index', icon: 'file-text' },
  DAS: { title: '指标自评', path: '/demonstration/assess/index', icon: 'gauge' },
  DIX: { title: '评价指标体系', path: '/demonstration/assess/catalogue', icon: 'tree' },
  VD: { title: '省级示范项目', path: '/provincial/demonstration/index', icon: 'flag' },
  VR: { title: '省级工作报告', path: '/provincial/workreport/index', icon: 'report' },
  MS: { title: '消息推送', path: '/message/push/index', icon: 'bell' },
  CT: { title: '通讯录', path: '/contact/index', icon: 'contacts' },
  PM: { title: '政策管理', path: '/policyMent/index', icon: 'book' },
  PQ1: { title: '政策查询', path: '/policyQuery/index', icon: 'book' },
  IM: { title: '产业管理', path: '/industryMent/index', icon: 'factory' },
  IQ: { title: '产业查询', path: '/industryQuery/index', icon: 'factory' },
  FM: { title: '创新平台管理', path: '/platformMent/index', icon: 'flask' },
  FQ: { title: '创新平台查询', path: '/platformQuery/index', icon: 'flask' },
  SU: { title: '用户与机构', path: '/system/user/index', icon: 'user' },
  SB: { title: '内置账号', path: '/system/builtin/index', icon: 'user-plus' },
  SM: { title: '菜单管理', path: '/system/menu/index', icon: 'menu' },
  RO: { title: '角色管理', path: '/system/role/index', icon: 'team' },
  SD: { title: '字典管理', path: '/system/dict/index', icon: 'list' },
  SRG: { title: '行政区划', path: '/system/region/index', icon: 'map' },
  SR: { title: '注册审核', path: '/system/registration/index', icon: 'check' },
  SF: { title: '填报时间与入库', path: '/system/filltime/index', icon: 'clock' },
  RB: { title: '规则手册', path: '/rules/index', icon: 'list' },
} as const satisfies Record<string, MenuSeed>

export type MenuKey = keyof typeof menus

/** Groups of the sidebar by the first path segment of their pages. A page without a group is top-level. */
export const menuGroups: readonly (readonly [path: string, title: string, icon: string])[] = [
  ['planningmonitoring', '规划监测', 'chart'],
  ['decision', '决策报送', 'calendar'],
  ['esproject', '项目管理', 'folder'],
  ['demonstration', '示范项目', 'flag'],
  ['provincial', '省级工作', 'report'],
  ['message', '消息与通讯', 'bell'],
  ['system', '系统管理', 'setting'],
]

export interface GrantSeed {
  deptId: number
  /** 0 means every role of the department. */
  roleId: number
  /** Menu keys. The first is the landing page. */
  menus: string
}

const ownGrants: readonly GrantSeed[] = [
  {
    deptId: 1,
    roleId: 11,
    menus: 'SL US PL CM MAP WH CALS DK PA PQY PR PD DN DG DX DQ DPR DAR DIX DD VD VR MS CT SF SRG PM IM FM',
  },
  { deptId: 1, roleId: 27, menus: 'SLR USR PL CM MAP PQY PD DQ DPR DAR DD VD VR CT PQ1 IQ FQ' },
  { deptId: 1, roleId: 28, menus: 'SLP USP PL CM MAP PQY PD DQ DPR DAR DD VD VR CT PQ1' },
  { deptId: 1, roleId: 0, menus: 'DASH CT' },
  { deptId: 900, roleId: 0, menus: 'SL US PL CM MAP WH PQY PR PI PD SU SR SB SM RO SD SRG SF MS CT' },
  { deptId: 2, roleId: 0, menus: 'SL US PL CM MAP WH CALS PQY PD DX DQ DPR DAR DD VD VR CT PQ1 IQ FQ' },
  {
    deptId: 3,
    roleId: 0,
    menus: 'TKP SLP USP PL CM MAP WH QG CAL CALS DK PA PQY PR PI PJ PD DRP DQ DPR DAR DD VD VR MS CT SB PQ1',
  },
  { deptId: 4, roleId: 0, menus: 'TKC SLP USP PL CM MAP QG CAL DK PA PQY PR PI PJ PD CT PQ1' },
  { deptId: 5, roleId: 0, menus: 'TKX SLP USP PL CM MAP QG CAL DK PA PQY PR PI PJ PD SR CT PQ1' },
  { deptId: 100, roleId: 0, menus: 'QE DASH PJ PQY PI PR PD CAL DA DPR DAR DAS DIX DD MAP CT PQ1' },
  { deptId: 1001, roleId: 0, menus: 'TKF DK DPF DG DX DQ DPR DAR DIX DD SR MS CT' },
  { deptId: 1002, roleId: 0, menus: 'TKE DE1 DE2 DIX DD CT' },
  { deptId: 1004, roleId: 18, menus: 'PM CT' },
  { deptId: 1004, roleId: 21, menus: 'PQ1 CT' },
  { deptId: 1005, roleId: 20, menus: 'IM CT' },
  { deptId: 1005, roleId: 23, menus: 'IQ CT' },
  { deptId: 1006, roleId: 19, menus: 'FM CT' },
  { deptId: 1006, roleId: 22, menus: 'FQ CT' },
  { deptId: 1008, roleId: 0, menus: 'TKN SL US PL MAP DK PQY PD DRC DQ DPR DAR DD CT PQ1' },
  { deptId: 32, roleId: 0, menus: 'SLP USP PL CM MAP PQY PD VD CT PQ1' },
  { deptId: 42, roleId: 0, menus: 'SLP USP PL CM MAP PQY PD CT PQ1' },
  { deptId: 52, roleId: 0, menus: 'SLP USP PL CM MAP PQY PD CT PQ1' },
  { deptId: 102, roleId: 0, menus: 'SLP USP PL MAP PQY PD CT PQ1' },
  { deptId: 1010, roleId: 0, menus: 'SLP USP PL MAP PQY PD CT PQ1' },
]

/** The rule book is last in everyone's menus. */
export const grants: readonly GrantSeed[] = ownGrants.map((grant) => ({
  ...grant,
  menus: `${grant.menus} RB`,
}))

/** Titles that differ for a kind of department. */
export const titlesFor: Readonly<Record<string, string>> = {
  '100/DASH': '企业首页',
  '1008/SL': '央企规模布局统计',
  '1008/US': '央企使用情况统计',
}
