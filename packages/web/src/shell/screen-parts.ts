import type { ScreenPath } from '../app/screens.ts'
import { lazyPart, type ScreenPart } from './lazy-part.ts'

const esProject = () => import('../features/es-project/screens.tsx')
const demoProject = () => import('../features/demo-project/screens.tsx')
const usage = () => import('../features/periodic/usage-screen.tsx')
const usageAudit = () => import('../features/periodic/usage-audit-screen.tsx')
const year = () => import('../features/periodic/year-screen.tsx')
const yearSummary = () => import('../features/periodic/year-summary-screen.tsx')
const warehouse = () => import('../features/periodic/warehouse-screen.tsx')
const fillWindows = () => import('../features/periodic/window-screen.tsx')
const sections = () => import('../features/sections/section-list.tsx')
const users = () => import('../features/system/user-screen.tsx')
const scale = () => import('../features/statistics/scale-screen.tsx')
const usageStat = () => import('../features/statistics/usage-screen.tsx')
const rules = () => import('../features/rules/rule-screen.tsx')
const score = () => import('../features/demo-review/score/score-screen.tsx')
const recommend = () => import('../features/demo-project/recommend/recommend-screen.tsx')
const formalCheck = () => import('../features/demo-project/check/check-screen.tsx')
const tasks = () => import('../features/home/task-screen.tsx')

/** Component and module of every screen. */
const parts: Readonly<Record<ScreenPath, ScreenPart>> = {
  '/planningmonitoring/project/scalelayout': lazyPart(scale, 'ScaleScreen'),
  '/planningmonitoring/project/scalelayoutRegion': lazyPart(scale, 'RegionScaleScreen'),
  '/planningmonitoring/project/scalelayoutProvince': lazyPart(scale, 'ProvinceScaleScreen'),
  '/planningmonitoring/project/usage': lazyPart(usageStat, 'NationUsageScreen'),
  '/planningmonitoring/project/usageRegion': lazyPart(usageStat, 'RegionUsageScreen'),
  '/planningmonitoring/project/usageProvince': lazyPart(usageStat, 'ProvinceUsageScreen'),
  '/planningmonitoring/project/map': lazyPart(
    () => import('../features/statistics/map-screen.tsx'),
    'MapScreen',
  ),
  '/provicetaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/citytaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/countytaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/centralEnterprisestaskment/index': lazyPart(tasks, 'TaskScreen'),
  '/platfortaskmment/index': lazyPart(tasks, 'TaskScreen'),
  '/experttaskment/index': lazyPart(
    () => import('../features/demo-review/task-screen.tsx'),
    'ExpertTaskScreen',
  ),
  '/dashboard/index': lazyPart(tasks, 'TaskScreen'),
  '/esproject/declare/index': lazyPart(esProject, 'DeclareScreen'),
  '/esproject/desk/index': lazyPart(() => import('../features/review/desk-screen.tsx'), 'DeskScreen'),
  '/esproject/audit/index': lazyPart(esProject, 'AuditScreen'),
  '/esproject/query/index': lazyPart(esProject, 'QueryScreen'),
  '/esproject/detail/$id': lazyPart(() => import('../features/es-project/detail-screen.tsx'), 'DetailScreen'),
  '/esproject/declare/form': lazyPart(() => import('../features/es-project/form-screen.tsx'), 'FormScreen'),
  '/esproject/repeat/index': lazyPart(
    () => import('../features/duplicates/repeat-screen.tsx'),
    'RepeatScreen',
  ),
  '/esproject/repeat/contrast': lazyPart(
    () => import('../features/duplicates/contrast-screen.tsx'),
    'ContrastScreen',
  ),
  '/esproject/import/index': lazyPart(() => import('../features/import/import-screen.tsx'), 'ImportScreen'),
  '/demonstration/apply/index': lazyPart(demoProject, 'ApplyScreen'),
  '/demonstration/apply/form': lazyPart(
    () => import('../features/demo-project/apply/form-screen.tsx'),
    'DemoFormScreen',
  ),
  '/demonstration/expert/primary': lazyPart(score, 'PrimaryScoreScreen'),
  '/demonstration/expert/excellent': lazyPart(score, 'ExcellentScoreScreen'),
  '/demonstration/excellent/group': lazyPart(
    () => import('../features/demo-review/group/group-screen.tsx'),
    'GroupScreen',
  ),
  '/demonstration/excellent/result': lazyPart(
    () => import('../features/demo-review/result/result-screen.tsx'),
    'ResultScreen',
  ),
  '/demonstration/publicity/index': lazyPart(
    () => import('../features/demo-review/publicity/publicity-screen.tsx'),
    'PublicityScreen',
  ),
  '/decision/quarter/enterprise/index': lazyPart(usage, 'UsageScreen'),
  '/decision/quarter/government/index': lazyPart(usageAudit, 'UsageAuditScreen'),
  '/decision/year/calculation/index': lazyPart(year, 'YearScreen'),
  '/planningmonitoring/calculation/index': lazyPart(yearSummary, 'YearSummaryScreen'),
  '/planningmonitoring/project/warehouse': lazyPart(warehouse, 'WarehouseScreen'),
  '/demonstration/progress/index': lazyPart(
    () => import('../features/demo-reports/progress-screen.tsx'),
    'ProgressScreen',
  ),
  '/demonstration/assess/catalogue': lazyPart(
    () => import('../features/demo-reports/catalogue-screen.tsx'),
    'CatalogueScreen',
  ),
  '/demonstration/assess/index': lazyPart(
    () => import('../features/demo-reports/assess-screen.tsx'),
    'AssessScreen',
  ),
  '/system/filltime/index': lazyPart(fillWindows, 'WindowScreen'),
  '/system/user/index': lazyPart(users, 'UserScreen'),
  '/system/builtin/index': lazyPart(users, 'BuiltInScreen'),
  '/system/org/index': lazyPart(() => import('../features/system/org-screen.tsx'), 'OrgScreen'),
  '/system/distribution/index': lazyPart(
    () => import('../features/system/distribution-screen.tsx'),
    'DistributionScreen',
  ),
  '/system/audit/index': lazyPart(() => import('../features/system/audit-screen.tsx'), 'AuditScreen'),
  '/system/registration/index': lazyPart(
    () => import('../features/system/registration-screen.tsx'),
    'RegistrationScreen',
  ),
  '/system/menu/index': lazyPart(() => import('../features/system/menu-screen.tsx'), 'MenuScreen'),
  '/system/dict/index': lazyPart(() => import('../features/system/dict-screen.tsx'), 'DictScreen'),
  '/contact/index': lazyPart(() => import('../features/system/contact-screen.tsx'), 'ContactScreen'),
  '/policyMent/index': lazyPart(sections, 'PolicyEditor'),
  '/policyQuery/index': lazyPart(sections, 'PolicyReader'),
  '/industryMent/index': lazyPart(sections, 'IndustryEditor'),
  '/industryQuery/index': lazyPart(sections, 'IndustryReader'),
  '/platformMent/index': lazyPart(sections, 'PlatformEditor'),
  '/platformQuery/index': lazyPart(sections, 'PlatformReader'),
  '/user/center': lazyPart(() => import('../features/user/center.tsx'), 'UserCenter'),
  '/user/messageinformation': lazyPart(
    () => import('../features/messages/message-screen.tsx'),
    'MessageScreen',
  ),
  '/demonstration/detail/$id': lazyPart(
    () => import('../features/demo-project/detail/detail-screen.tsx'),
    'DemoDetailScreen',
  ),
  '/demonstration/recommend/province': lazyPart(recommend, 'RecommendScreen'),
  '/demonstration/recommend/group': lazyPart(recommend, 'RecommendScreen'),
  '/demonstration/platform/index': lazyPart(formalCheck, 'CheckScreen'),
  '/demonstration/national/index': lazyPart(formalCheck, 'CheckScreen'),
  '/message/push/index': lazyPart(() => import('../features/messages/push-screen.tsx'), 'PushScreen'),
  '/rules/index': lazyPart(rules, 'RuleScreen'),
  '/rules': lazyPart(rules, 'RuleScreen'),
  '/rules/$code': lazyPart(rules, 'RuleScreen'),
}

const byPath: ReadonlyMap<string, ScreenPart> = new Map(Object.entries(parts))

/** The chunk of a path's screen. */
export const partAt = (path: string): ScreenPart | undefined => byPath.get(path)
