import { lazyScreen, type Screen } from './lazy-screen.ts'

const esProject = () => import('../features/es-project/screens.tsx')
const usage = () => import('../features/periodic/usage-screen.tsx')
const usageAudit = () => import('../features/periodic/usage-audit-screen.tsx')
const year = () => import('../features/periodic/year-screen.tsx')
const yearSummary = () => import('../features/periodic/year-summary-screen.tsx')
const warehouse = () => import('../features/periodic/warehouse-screen.tsx')
const fillWindows = () => import('../features/periodic/window-screen.tsx')
const sections = () => import('../features/sections/section-list.tsx')
const users = () => import('../features/system/user-screen.tsx')
const USERS = '/system/user/index'
const scale = () => import('../features/statistics/scale-screen.tsx')
const usageStat = () => import('../features/statistics/usage-screen.tsx')
const tasks = () => import('../features/home/task-screen.tsx')

/** Every page of the frame that this build has: its address, where its part lies, and what grants it. One line each. */
export const screens = [
  lazyScreen('/planningmonitoring/project/scalelayout', scale, 'ScaleScreen'),
  lazyScreen('/planningmonitoring/project/scalelayoutRegion', scale, 'RegionScaleScreen'),
  lazyScreen('/planningmonitoring/project/scalelayoutProvince', scale, 'ProvinceScaleScreen'),
  lazyScreen('/planningmonitoring/project/usage', usageStat, 'NationUsageScreen'),
  lazyScreen('/planningmonitoring/project/usageRegion', usageStat, 'RegionUsageScreen'),
  lazyScreen('/planningmonitoring/project/usageProvince', usageStat, 'ProvinceUsageScreen'),
  lazyScreen(
    '/planningmonitoring/project/map',
    () => import('../features/statistics/map-screen.tsx'),
    'MapScreen',
  ),
  lazyScreen('/provicetaskment/index', tasks, 'TaskScreen'),
  lazyScreen('/citytaskment/index', tasks, 'TaskScreen'),
  lazyScreen('/countytaskment/index', tasks, 'TaskScreen'),
  lazyScreen('/centralEnterprisestaskment/index', tasks, 'TaskScreen'),
  lazyScreen('/platfortaskmment/index', tasks, 'TaskScreen'),
  lazyScreen('/experttaskment/index', tasks, 'TaskScreen'),
  lazyScreen('/dashboard/index', tasks, 'TaskScreen'),
  lazyScreen('/esproject/declare/index', esProject, 'DeclareScreen'),
  lazyScreen('/esproject/audit/index', esProject, 'AuditScreen'),
  lazyScreen('/esproject/query/index', esProject, 'QueryScreen'),
  lazyScreen(
    '/esproject/detail/$id',
    () => import('../features/es-project/detail-screen.tsx'),
    'DetailScreen',
  ),
  lazyScreen(
    '/esproject/declare/form',
    () => import('../features/es-project/form-screen.tsx'),
    'FormScreen',
    {
      title: '填报项目',
      grantedBy: '/esproject/declare/index',
      identity: ['id'],
    },
  ),
  lazyScreen(
    '/esproject/repeat/index',
    () => import('../features/duplicates/repeat-screen.tsx'),
    'RepeatScreen',
  ),
  lazyScreen(
    '/esproject/repeat/contrast',
    () => import('../features/duplicates/contrast-screen.tsx'),
    'ContrastScreen',
    { title: '重复项目对比', grantedBy: '/esproject/repeat/index', identity: ['a', 'b'] },
  ),
  lazyScreen('/esproject/import/index', () => import('../features/import/import-screen.tsx'), 'ImportScreen'),
  lazyScreen('/decision/quarter/enterprise/index', usage, 'UsageScreen'),
  lazyScreen('/decision/quarter/government/index', usageAudit, 'UsageAuditScreen'),
  lazyScreen('/decision/year/calculation/index', year, 'YearScreen'),
  lazyScreen('/planningmonitoring/calculation/index', yearSummary, 'YearSummaryScreen'),
  lazyScreen('/planningmonitoring/project/warehouse', warehouse, 'WarehouseScreen'),
  lazyScreen('/system/filltime/index', fillWindows, 'WindowScreen'),
  lazyScreen('/system/user/index', users, 'UserScreen'),
  lazyScreen('/system/builtin/index', users, 'BuiltInScreen'),
  lazyScreen('/system/org/index', () => import('../features/system/org-screen.tsx'), 'OrgScreen', {
    title: '机构管理',
    grantedBy: USERS,
  }),
  lazyScreen(
    '/system/distribution/index',
    () => import('../features/system/distribution-screen.tsx'),
    'DistributionScreen',
    {
      title: '账号分布',
      grantedBy: USERS,
    },
  ),
  lazyScreen('/system/audit/index', () => import('../features/system/audit-screen.tsx'), 'AuditScreen', {
    title: '审计日志',
    grantedBy: USERS,
  }),
  lazyScreen(
    '/system/registration/index',
    () => import('../features/system/registration-screen.tsx'),
    'RegistrationScreen',
  ),
  lazyScreen('/system/menu/index', () => import('../features/system/menu-screen.tsx'), 'MenuScreen'),
  lazyScreen('/system/dict/index', () => import('../features/system/dict-screen.tsx'), 'DictScreen'),
  lazyScreen('/contact/index', () => import('../features/system/contact-screen.tsx'), 'ContactScreen'),
  lazyScreen('/policyMent/index', sections, 'PolicyEditor'),
  lazyScreen('/policyQuery/index', sections, 'PolicyReader'),
  lazyScreen('/industryMent/index', sections, 'IndustryEditor'),
  lazyScreen('/industryQuery/index', sections, 'IndustryReader'),
  lazyScreen('/platformMent/index', sections, 'PlatformEditor'),
  lazyScreen('/platformQuery/index', sections, 'PlatformReader'),
  lazyScreen('/user/center', () => import('../features/user/center.tsx'), 'UserCenter', {
    title: '个人中心',
  }),
  lazyScreen(
    '/user/messageinformation',
    () => import('../features/messages/message-screen.tsx'),
    'MessageScreen',
    { title: '消息中心' },
  ),
  lazyScreen('/message/push/index', () => import('../features/messages/push-screen.tsx'), 'PushScreen'),
] as const

// Open to every user, whatever the menus say.
const ALWAYS: ReadonlySet<string> = new Set(['/user/center', '/user/messageinformation'])

const byPath = new Map<string, Screen>(screens.map((screen) => [screen.path, screen]))

/** The menu's notation of a parameter, `:id`, as the router's, `$id`. */
const routed = (path: string): string => path.replace(/:(\w+)/g, '$$$1')

export const screenAt = (path: string): Screen | undefined => byPath.get(routed(path))

/** Whether this build has a page of this address. */
export const isScreen = (path: string): boolean => byPath.has(routed(path))

/** Whether the granted addresses of the menu open a screen. */
export const isGranted = ({ path, grantedBy }: Screen, granted: readonly string[]): boolean =>
  ALWAYS.has(path) || granted.some((menu) => routed(menu) === (grantedBy ?? path))
