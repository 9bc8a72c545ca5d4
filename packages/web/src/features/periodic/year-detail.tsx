import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { GeneralItem } from '@xinchu/sdk'
import { AuditLink } from '../../app/audit-link.tsx'
import { figure } from '../../lib/figures.ts'
import { RecordSteps } from '../../records/record-steps.tsx'
import { usePorts } from '../../ui/ports.ts'
import { FlowHistory } from '../../ui/record/flow-history.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { RecordFields, RecordGroup, RecordItem } from '../../ui/record/record-group.tsx'
import { Wide } from '../../ui/wide.tsx'
import { ReportWarnings } from './report-warnings.tsx'
import { ReviewBar } from './review-bar.tsx'
import { SidePanel } from './side-panel.tsx'
import { useItemNow } from './use-item-now.ts'

const SHOWN: ReadonlySet<string> = new Set([
  'plannedInvestment',
  'target2027Power',
  'target2030Power',
  'basis',
])
const specs = fields.YearCalcFields.filter(({ name }) => SHOWN.has(name))

const COLUMNS = [
  ['lastYearPower', '上年末累计'],
  ['addPower', '当年新增'],
  ['retirePower', '当年退役'],
  ['yearEndPower', '年末累计'],
  ['nextYearAddPower', '次年新增'],
] as const
const ENERGY = {
  lastYearPower: 'lastYearEnergy',
  addPower: 'addEnergy',
  retirePower: 'retireEnergy',
  yearEndPower: 'yearEndEnergy',
  nextYearAddPower: 'nextYearAddEnergy',
} as const

function Rows({ item }: { item: GeneralItem }) {
  const { useDict } = usePorts()
  const tech = useDict('tech_type')
  const scenarios = useDict('app_scenario')
  const labelOf = (choices: typeof tech, code: string) =>
    choices.find(({ value }) => value === code)?.label ?? code
  return (
    <Wide label="分项" className="card">
      <table className="w-full border-collapse text-right text-s">
        <caption className="px-4 py-2.5 text-left font-medium">分项（功率 MW / 能量 MWh）</caption>
        <thead className="bg-sunken text-ink-faint text-xs">
          <tr>
            <th scope="col" className="whitespace-nowrap px-4 py-1.5 text-left font-normal">
              技术路线 · 应用场景
            </th>
            {COLUMNS.map(([name, title]) => (
              <th key={name} scope="col" className="whitespace-nowrap px-3 py-1.5 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {item.yearCalc?.rows?.map((row) => (
            <tr key={`${row.techType}/${row.appScenario}`} className="border-line border-t">
              <th scope="row" className="min-w-36 px-4 py-2 text-left font-normal">
                {labelOf(tech, row.techType)} · {labelOf(scenarios, row.appScenario)}
              </th>
              {COLUMNS.map(([name]) => (
                <td key={name} className="whitespace-nowrap px-3 py-2">
                  {figure(row[name])}
                  <span className="block text-ink-faint text-xs">{figure(row[ENERGY[name]])}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

const RETURNED: readonly string[] = [ReportStatus.returned, ReportStatus.returnedByNation]

/** Why a calculation was returned, also if its history does not tell. */
function Reason({ flow }: GeneralItem) {
  if (!RETURNED.includes(flow.status) || !flow.lastOpinion) return null
  return <p className="card break-words px-4 py-2.5 text-danger text-s">退回意见：{flow.lastOpinion}</p>
}

const canReview = ({ flow }: GeneralItem) =>
  flow.actions.some((action) => action !== 'SAVE' && action !== 'SUBMIT')

/** A calculation next to the list: rows, targets, history and actions. */
export function YearDetail({ opened, onClose }: { opened: GeneralItem; onClose: () => void }) {
  const item = useItemNow(opened)
  const { yearCalc = {}, flow } = item
  const isReviewed = [opened, item].some(canReview)
  return (
    <SidePanel
      title={`${item.scopeName ?? ''}　${item.yearCalc?.year ?? ''}年度测算`}
      onClose={onClose}
      footer={isReviewed && <ReviewBar items={[item]} onDone={onClose} />}
    >
      <RecordSteps entity="YEARCALC" id={item.id} history={flow.history} />
      <Reason {...item} />
      <ReportWarnings entity="YEARCALC" item={item} />
      <Rows item={item} />
      <RecordGroup title="投资与目标">
        <RecordFields specs={specs} record={yearCalc} />
        <RecordItem label="附件" wide>
          <RecordFiles files={item.attachments} />
        </RecordItem>
      </RecordGroup>
      <FlowHistory history={flow.history} link={<AuditLink kind="YEARCALC" id={item.id} />} />
    </SidePanel>
  )
}
