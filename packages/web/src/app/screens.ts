import { lazyScreen, type Screen } from './lazy-screen.ts'

const esProject = () => import('../features/es-project/screens.tsx')
const usage = () => import('../features/periodic/usage-screen.tsx')
const usageAudit = () => import('../features/periodic/usage-audit-screen.tsx')
const year = () => import('../features/periodic/year-screen.tsx')
const yearSummary = () => import('../features/periodic/year-summary-screen.tsx')
const warehouse = () => import('../features/periodic/warehouse-screen.tsx')
const fillWindows = () => import('../features/periodic/window-screen.tsx')

/** Every page of the frame that this build has: its address, where its part lies, and what grants it. One line each. */
export const screens = [
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
  lazyScreen('/esproject/import/index', () => import('../features/import/import-screen.tsx'), 'ImportScreen'),
  lazyScreen('/decision/quarter/enterprise/index', usage, 'UsageScreen'),
  lazyScreen('/decision/quarter/government/index', usageAudit, 'UsageAuditScreen'),
  lazyScreen('/decision/year/calculation/index', year, 'YearScreen'),
  lazyScreen('/planningmonitoring/calculation/index', yearSummary, 'YearSummaryScreen'),
  lazyScreen('/planningmonitoring/project/warehouse', warehouse, 'WarehouseScreen'),
  lazyScreen('/system/filltime/index', fillWindows, 'WindowScreen'),
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
