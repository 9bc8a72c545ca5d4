import type { Pipeline } from '@xinchu/sdk'
import { NOW, periodText } from '@xinchu/validators'
import { Loading } from '../../../ui/states.tsx'
import { Refused } from '../filters/refused.tsx'
import { PageHead } from '../page-head.tsx'
import { PeriodCondition } from '../period-condition.tsx'
import { FigureRows } from '../rows/figure-link.tsx'
import { Nothing } from '../scale/nothing.tsx'
import { ScaleConditions } from '../scale-conditions.tsx'
import { useShown } from '../shown.ts'
import { ShownPageRoot } from '../shown-page.tsx'
import { FlowMatrix } from './flow-matrix.tsx'
import { findingOf, flowTable, matrixOf, stockTable } from './model.ts'
import { StageStrip } from './stage-strip.tsx'
import { TableCard } from './table-card.tsx'
import { PipelineTerms } from './terms.tsx'
import { DelayCard, SpanCard } from './time-cards.tsx'
import { type PipelineState, usePipeline } from './use-pipeline.ts'

const BACKCAST =
  '该期次没有入库，由相邻期次的入库数据按投运日期得出，只有在运；各阶段与变动自首次入库的期次起，在办数据可看现状。'
const NO_FLOW = '上一期次没有入库，没有可比的数，本期没有阶段变动。'

interface ShownProps {
  data: Pipeline
  unit: PipelineState['unit']
}

/** Says why a part of the page is missing. */
const Remark = ({ children }: { children: string }) => (
  <p className="card px-4 py-3 text-ink-soft text-s">{children}</p>
)

function Finding({ data, unit }: ShownProps) {
  const [finding, support] = findingOf(data, unit)
  const host = useShown<HTMLDivElement>({ kind: 'finding', text: finding, support })
  return (
    <div ref={host} role="status">
      <p className="font-medium text-lg">{finding}</p>
      <p className="text-ink-soft text-s">{support}</p>
    </div>
  )
}

function FlowCard({ data, unit }: ShownProps) {
  if (!data.flows) return data.isBackcast ? null : <Remark>{NO_FLOW}</Remark>
  const matrix = matrixOf(data.flows)
  const late = matrix.late > 0 ? `；未入库转入的项目中，补报 ${matrix.late} 个` : ''
  return (
    <TableCard
      table={flowTable(matrix)}
      lead={`${data.previousDay} 至 ${data.day}，行为期初所处的阶段，列为期末的，个；对角为未变动的${late}`}
      drawn={<FlowMatrix matrix={matrix} unit={unit} />}
    />
  )
}

function Cards({ data, unit, isStale }: ShownProps & { isStale: boolean }) {
  const { stages, spans, delay, overdue } = data
  return (
    <div
      aria-busy={isStale}
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${isStale ? 'opacity-60 transition-opacity' : ''}`}
    >
      <Finding data={data} unit={unit} />
      {data.isBackcast && <Remark>{BACKCAST}</Remark>}
      <StageStrip stages={stages} unit={unit} />
      <FlowCard data={data} unit={unit} />
      <TableCard
        table={stockTable(stages, unit)}
        lead={
          data.flows
            ? '期末 = 期初 + 转入 − 转出；功率另计阶段未变的项目的核定变动'
            : '期末各阶段的项目、功率与能量'
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {spans && <SpanCard spans={spans} />}
        {delay && overdue && <DelayCard delay={delay} overdue={overdue} />}
      </div>
      <PipelineTerms />
    </div>
  )
}

function Shown({ state }: { state: PipelineState }) {
  const { area, data, unit, error, retry, isStale } = state
  if (area.isUnknown || area.isOutside) return <Nothing area={area} />
  if (error) return <Refused error={error} onRetry={retry} />
  if (!data) return <Loading rows={14} />
  if (data.stages.every(({ projectCount }) => projectCount === 0) && !isStale)
    return <Nothing area={area} empty="该范围在此时期没有项目" />
  return <Cards data={data} unit={unit} isStale={isStale} />
}

function Page() {
  const state = usePipeline()
  const { area, filter, unit, period, periods } = state
  const side = filter.source ?? 'work'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead title="规划建设进程" area={area} origin={{ of: 'pipeline', side, period, asOf: filter.asOf }}>
        <PeriodCondition
          label="统计时点"
          periods={periods.periods}
          side={side}
          value={period ? periodText(period) : NOW}
          onValue={(value) => area.set('quarter', value)}
          more={side === 'work' ? [{ value: NOW, label: '截至当前 · 暂行' }] : []}
        />
        <ScaleConditions area={area} filter={filter} unit={unit} set={area.set} />
      </PageHead>
      <Shown state={state} />
      <FigureRows conditions={{ kind: 'stage', filter }} place={area.name} />
    </div>
  )
}

/** 规划建设进程: stages of projects, moves between them, how long they take and how late they are. */
export const PipelineScreen = () => (
  <ShownPageRoot>
    <Page />
  </ShownPageRoot>
)
