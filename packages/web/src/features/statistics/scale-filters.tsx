import { useState } from 'react'
import { sdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { ScaleState } from './use-scale.ts'

const YEARS_BACK = 6

const thisYear = () => new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()

async function exportRows({ source: _source, ...filter }: ScaleState['filter']): Promise<void> {
  const { blob, fileName } = await sdk.statistics.exportMapData({
    ...filter,
    year: filter.year ?? thisYear(),
    dimensions: ['region', 'statTechGroup'],
  })
  saveFile(blob, fileName ?? '规模布局统计.xlsx')
}

/** What narrows the page, kept in its address; and the same figures as a workbook. */
export function ScaleFilters({ title, state }: { title: string; state: ScaleState }) {
  const { filter, set, leave, isDrilled } = state
  const tech = usePorts().useDict('tech_type')
  const scenarios = usePorts().useDict('app_scenario')
  const [isExporting, setExporting] = useState(false)
  const years = Array.from({ length: YEARS_BACK }, (_, back) => String(thisYear() - 1 - back))
  const save = async () => {
    setExporting(true)
    try {
      await exportRows(filter)
    } finally {
      setExporting(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="mr-auto font-semibold text-lg">{title}</h1>
      {isDrilled && <Button onClick={leave}>返回上级</Button>}
      <div className="w-32">
        <Select
          aria-label="统计时点"
          placeholder="截至当前"
          value={filter.year ? String(filter.year) : ''}
          onValue={(value) => set('year', value)}
          options={years.map((year) => ({ value: year, label: `截至${year}年末` }))}
        />
      </div>
      <div className="w-36">
        <Select
          aria-label="技术路线"
          placeholder="全部技术路线"
          value={filter.techType?.[0] ?? ''}
          onValue={(value) => set('techType', value)}
          options={tech}
        />
      </div>
      <div className="w-32">
        <Select
          aria-label="应用场景"
          placeholder="全部应用场景"
          value={filter.appScenario ?? ''}
          onValue={(value) => set('appScenario', value)}
          options={scenarios}
        />
      </div>
      <div className="w-28">
        <Select
          aria-label="取数口径"
          placeholder="在办数据"
          value={filter.source ?? ''}
          onValue={(value) => set('source', value)}
          options={[{ value: 'warehouse', label: '入库数据' }]}
        />
      </div>
      <Button disabled={isExporting} onClick={() => void save()}>
        导出
      </Button>
    </div>
  )
}
