import type { QueryClient } from '@tanstack/react-query'
import type { ScreenPath } from '../app/screens.ts'
import { lazyPart, type ScreenPart } from './lazy-part.ts'

type Further = typeof import('../features/further-parts.ts')

// The landing pages are named here, so that none waits for the list of the others.
const usage = () => import('../features/periodic/usage-screen.tsx')
const scale = () => import('../features/statistics/scale-screen.tsx')
const usageStat = () => import('../features/statistics/usage-screen.tsx')
const sections = () => import('../features/sections/section-list.tsx')
const tasks = () => import('./home-screen.tsx')
const expertTasks = () => import('../features/pilot-review/task-screen.tsx')

type Module<K extends keyof Further> = Awaited<ReturnType<Further[K]>>

/** A module of the list of further screens. */
const further =
  <K extends keyof Further>(name: K) =>
  async (): Promise<Module<K>> => {
    const list = await import('../features/further-parts.ts')
    const module: unknown = await list[name]()
    return module as Module<K> // by its name in the list
  }

/** Hands the figures of the document to the cache, so that the first render has them. */
const warm = (part: Awaited<ReturnType<typeof scale>>, client: QueryClient) => part.warmScale(client)

/** Component and module of every screen. */
const parts: Readonly<Record<ScreenPath, ScreenPart>> = {
  '/planningmonitoring/project/scalelayout': lazyPart(scale, 'ScaleScreen', warm),
  '/planningmonitoring/project/scalelayoutRegion': lazyPart(scale, 'RegionScaleScreen', warm),
  '/planningmonitoring/project/scalelayoutProvince': lazyPart(scale, 'ProvinceScaleScreen', warm),
  '/planningmonitoring/project/usage': lazyPart(usageStat, 'NationUsageScreen'),
  '/planningmonitoring/project/usageRegion': lazyPart(usageStat, 'RegionUsageScreen'),
  '/planningmonitoring/project/usageProvince': lazyPart(usageStat, 'ProvinceUsageScreen'),
  '/planningmonitoring/project/completeness': lazyPart(further('completeness'), 'CompletenessScreen'),
  '/planningmonitoring/project/pipeline': lazyPart(further('pipeline'), 'PipelineScreen'),
  '/planningmonitoring/project/map': lazyPart(further('map'), 'MapScreen'),
  '/provicetaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/citytaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/countytaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/centralEnterprisestaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/platfortaskmment/index': lazyPart(tasks, 'TaskScreen'),
  '/experttaskment/index': lazyPart(expertTasks, 'ExpertTaskScreen'),
  '/dashboard/index': lazyPart(tasks, 'TaskScreen'),
  '/esproject/declare/index': lazyPart(further('projects'), 'DeclareScreen'),
  '/esproject/desk/index': lazyPart(further('desk'), 'DeskScreen'),
  '/esproject/audit/index': lazyPart(further('projects'), 'AuditScreen'),
  '/esproject/query/index': lazyPart(further('projects'), 'QueryScreen'),
  '/esproject/detail/$id': lazyPart(further('project'), 'DetailScreen'),
  '/esproject/declare/form': lazyPart(further('projectForm'), 'FormScreen'),
  '/esproject/repeat/index': lazyPart(further('repeats'), 'RepeatScreen'),
  '/esproject/repeat/contrast': lazyPart(further('contrast'), 'ContrastScreen'),
  '/esproject/import/index': lazyPart(further('imports'), 'ImportScreen'),
  '/demonstration/apply/index': lazyPart(further('apply'), 'ApplyScreen'),
  '/demonstration/apply/form': lazyPart(further('applyForm'), 'PilotFormScreen'),
  '/demonstration/query/index': lazyPart(further('pilotQuery'), 'PilotQueryScreen'),
  '/demonstration/expert/primary': lazyPart(further('score'), 'PrimaryScoreScreen'),
  '/demonstration/expert/excellent': lazyPart(further('score'), 'ExcellentScoreScreen'),
  '/demonstration/excellent/group': lazyPart(further('expertGroups'), 'GroupScreen'),
  '/demonstration/excellent/result': lazyPart(further('results'), 'ResultScreen'),
  '/demonstration/publicity/index': lazyPart(further('publicity'), 'PublicityScreen'),
  '/decision/quarter/enterprise/index': lazyPart(usage, 'UsageScreen'),
  '/decision/quarter/government/index': lazyPart(further('usageAudit'), 'UsageAuditScreen'),
  '/decision/year/calculation/index': lazyPart(further('year'), 'YearScreen'),
  '/planningmonitoring/calculation/index': lazyPart(further('yearSummary'), 'YearSummaryScreen'),
  '/planningmonitoring/project/warehouse': lazyPart(further('warehouse'), 'WarehouseScreen'),
  '/demonstration/annual/index': lazyPart(further('annual'), 'AnnualScreen'),
  '/demonstration/progress/index': lazyPart(further('progress'), 'ProgressScreen'),
  '/demonstration/assess/catalogue': lazyPart(further('catalogue'), 'CatalogueScreen'),
  '/demonstration/assess/index': lazyPart(further('assess'), 'AssessScreen'),
  '/provincial/demonstration/index': lazyPart(further('provincialDemos'), 'ProvincialPilotScreen'),
  '/provincial/workreport/index': lazyPart(further('workReports'), 'WorkReportScreen'),
  '/system/filltime/index': lazyPart(further('fillWindows'), 'WindowScreen'),
  '/system/user/index': lazyPart(further('users'), 'UserScreen'),
  '/system/builtin/index': lazyPart(further('users'), 'BuiltInScreen'),
  '/system/org/index': lazyPart(further('offices'), 'OrgScreen'),
  '/system/distribution/index': lazyPart(further('distribution'), 'DistributionScreen'),
  '/system/distribution/accounts': lazyPart(further('accounts'), 'AccountScreen'),
  '/system/audit/index': lazyPart(further('audit'), 'AuditScreen'),
  '/system/registration/index': lazyPart(further('registration'), 'RegistrationScreen'),
  '/system/menu/index': lazyPart(further('menus'), 'MenuScreen'),
  '/system/role/index': lazyPart(further('roles'), 'RoleScreen'),
  '/system/dict/index': lazyPart(further('dictionaries'), 'DictScreen'),
  '/system/region/index': lazyPart(further('divisions'), 'RegionScreen'),
  '/system/owner/index': lazyPart(further('owners'), 'OwnerScreen'),
  '/contact/index': lazyPart(further('contacts'), 'ContactScreen'),
  '/policyMent/index': lazyPart(sections, 'PolicyEditor'),
  '/policyQuery/index': lazyPart(sections, 'PolicyReader'),
  '/industryMent/index': lazyPart(sections, 'IndustryEditor'),
  '/industryQuery/index': lazyPart(sections, 'IndustryReader'),
  '/platformMent/index': lazyPart(sections, 'PlatformEditor'),
  '/platformQuery/index': lazyPart(sections, 'PlatformReader'),
  '/user/center': lazyPart(further('userCenter'), 'UserCenter'),
  '/user/messageinformation': lazyPart(further('messages'), 'MessageScreen'),
  '/demonstration/detail/$id': lazyPart(further('demonstration'), 'PilotDetailScreen'),
  '/demonstration/recommend/province': lazyPart(further('recommend'), 'RecommendScreen'),
  '/demonstration/recommend/group': lazyPart(further('recommend'), 'RecommendScreen'),
  '/demonstration/platform/index': lazyPart(further('formalCheck'), 'CheckScreen'),
  '/demonstration/national/index': lazyPart(further('formalCheck'), 'CheckScreen'),
  '/message/push/index': lazyPart(further('push'), 'PushScreen'),
  '/search': lazyPart(further('search'), 'SearchScreen'),
  '/rules/index': lazyPart(further('rules'), 'RuleScreen'),
  '/rules': lazyPart(further('rules'), 'RuleScreen'),
  '/rules/$code': lazyPart(further('rules'), 'RuleScreen'),
}

const byPath: ReadonlyMap<string, ScreenPart> = new Map(Object.entries(parts))

/** The chunk of a path's screen. */
export const partAt = (path: string): ScreenPart | undefined => byPath.get(path)
