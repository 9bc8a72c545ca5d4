/** A page of the frame. */
export interface Screen<Path extends string = string> {
  /** Path, with parameters as `$name`. */
  path: Path
  /** Title if the server's menu has none. */
  title?: string
  /** Menu whose grant opens it; its own path by default. */
  grantedBy?: string
  /** Menu that lists it for those who have that menu. */
  under?: string
  /** Screen whose view it shares: another address of the same tag. */
  viewOf?: string
  /** Search parameters that identify a view. Other values open another view. */
  identity?: readonly string[]
  /** Fills the window below the frame. Its parts scroll, the page does not. */
  isFull?: boolean
}

const USERS = '/system/user/index'

/** Every page of the frame in this build. `shell/screen-parts.ts` names the component of each. */
export const screens = [
  { path: '/planningmonitoring/project/scalelayout' },
  { path: '/planningmonitoring/project/scalelayoutRegion' },
  { path: '/planningmonitoring/project/scalelayoutProvince' },
  { path: '/planningmonitoring/project/usage' },
  { path: '/planningmonitoring/project/usageRegion' },
  { path: '/planningmonitoring/project/usageProvince' },
  { path: '/planningmonitoring/project/completeness' },
  { path: '/planningmonitoring/project/pipeline' },
  { path: '/planningmonitoring/project/map' },
  { path: '/provicetaskment/index' },
  { path: '/citytaskment/index' },
  { path: '/countytaskment/index' },
  { path: '/centralEnterprisestaskment/index' },
  { path: '/platfortaskmment/index' },
  { path: '/experttaskment/index' },
  { path: '/dashboard/index' },
  { path: '/esproject/declare/index' },
  { path: '/esproject/desk/index', isFull: true },
  { path: '/esproject/audit/index' },
  { path: '/esproject/query/index' },
  { path: '/esproject/detail/$id' },
  {
    path: '/esproject/declare/form',
    title: '新建项目',
    grantedBy: '/esproject/declare/index',
    identity: ['id', 'slot'],
  },
  { path: '/esproject/repeat/index' },
  {
    path: '/esproject/repeat/contrast',
    title: '重复项目对比',
    grantedBy: '/esproject/repeat/index',
    identity: ['a', 'b'],
  },
  { path: '/esproject/import/index' },
  { path: '/demonstration/apply/index' },
  {
    path: '/demonstration/apply/form',
    title: '填写申报材料',
    grantedBy: '/demonstration/apply/index',
    identity: ['id'],
  },
  { path: '/demonstration/query/index' },
  { path: '/demonstration/expert/primary', isFull: true },
  { path: '/demonstration/expert/excellent', isFull: true },
  { path: '/demonstration/excellent/group' },
  { path: '/demonstration/excellent/result' },
  {
    path: '/demonstration/publicity/index',
    title: '公示与公布',
    grantedBy: '/demonstration/excellent/result',
  },
  { path: '/decision/quarter/enterprise/index' },
  { path: '/decision/quarter/government/index' },
  { path: '/decision/year/calculation/index' },
  { path: '/planningmonitoring/calculation/index' },
  { path: '/planningmonitoring/project/warehouse' },
  { path: '/demonstration/progress/index' },
  { path: '/demonstration/annual/index' },
  { path: '/demonstration/assess/catalogue' },
  { path: '/demonstration/assess/index' },
  { path: '/provincial/demonstration/index' },
  { path: '/provincial/workreport/index' },
  { path: '/system/filltime/index' },
  { path: '/system/user/index' },
  { path: '/system/builtin/index' },
  { path: '/system/org/index', title: '机构管理', grantedBy: USERS },
  { path: '/system/distribution/index', title: '账号分布', grantedBy: '/contact/index', under: USERS },
  { path: '/system/distribution/accounts', title: '账号明细', grantedBy: '/contact/index', under: USERS },
  { path: '/system/audit/index', title: '审计日志', grantedBy: USERS },
  { path: '/system/registration/index' },
  { path: '/system/menu/index' },
  { path: '/system/role/index' },
  { path: '/system/dict/index' },
  { path: '/system/region/index' },
  { path: '/system/owner/index', title: '业主与集团', grantedBy: '/system/dict/index' },
  { path: '/contact/index' },
  { path: '/policyMent/index' },
  { path: '/policyQuery/index' },
  { path: '/industryMent/index' },
  { path: '/industryQuery/index' },
  { path: '/platformMent/index' },
  { path: '/platformQuery/index' },
  { path: '/user/center', title: '个人中心' },
  { path: '/user/messageinformation', title: '消息中心' },
  { path: '/demonstration/detail/$id' },
  { path: '/demonstration/recommend/province' },
  { path: '/demonstration/recommend/group' },
  { path: '/demonstration/platform/index' },
  { path: '/demonstration/national/index' },
  { path: '/message/push/index' },
  { path: '/search', title: '搜索' },
  { path: '/rules/index', title: '规则手册' },
  { path: '/rules', title: '规则手册', grantedBy: '/rules/index', viewOf: '/rules/index' },
  { path: '/rules/$code', title: '规则手册', grantedBy: '/rules/index', viewOf: '/rules/index' },
] as const satisfies readonly Screen[]

export type ScreenPath = (typeof screens)[number]['path']

// Open to every user, independent of menus.
const ALWAYS: ReadonlySet<string> = new Set([
  '/user/center',
  '/user/messageinformation',
  '/search',
  '/rules/index',
  '/rules',
  '/rules/$code',
])

const byPath = new Map<string, Screen>(screens.map((screen) => [screen.path, screen]))

/** Converts a parameter from the menu's notation, `:id`, to the router's, `$id`. */
const routed = (path: string): string => path.replace(/:(\w+)/g, '$$$1')

export const screenAt = (path: string): Screen | undefined => byPath.get(routed(path))

const patterns = screens
  .filter(({ path }) => path.includes('$'))
  .map((screen) => ({ screen, shape: new RegExp(`^${screen.path.replace(/\$\w+/g, '[^/]+')}$`) }))

/** The screen of an address with its parameters filled in, such as that of a record. */
export function screenOf(href: string): Screen | undefined {
  const [path = ''] = href.split(/[?#]/)
  return byPath.get(path) ?? patterns.find(({ shape }) => shape.test(path))?.screen
}

/** Whether this build has a page at this path. */
export const isScreen = (path: string): boolean => byPath.has(routed(path))

/** Whether the granted addresses of the menu open a screen. */
export const isGranted = ({ path, grantedBy }: Screen, granted: readonly string[]): boolean =>
  ALWAYS.has(path) || granted.some((menu) => routed(menu) === (grantedBy ?? path))
