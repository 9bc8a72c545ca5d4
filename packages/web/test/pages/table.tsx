// A table of a hundred thousand rows by itself, for the tests of the browser.
import '../../src/styles.css'
import { createRoot } from 'react-dom/client'
import { Notices } from '../../src/ui/notice.tsx'
import { PortsProvider } from '../../src/ui/ports.ts'
import { columnsOf } from '../../src/ui/table/column.ts'
import { LocalTable } from '../../src/ui/table/local-table.tsx'
import { samplePorts } from '../sample-ports.ts'

interface Station {
  id: number
  name: string
  county: string
  company: string
  tech: string
  power: number
  energy: number
  cost: number | undefined
  status: string
  commissioned: string
}

const COUNTIES = ['盐池县', '同心县', '灵武市', '利通区', '原州区', '沙坡头区', '中宁县']
const TECHS = ['锂离子电池', '钠离子电池', '全钒液流', '压缩空气', '飞轮储能']
const STATES = ['规划', '已备案', '在建', '投运']
const at = <T,>(list: readonly T[], index: number): T => list[index % list.length] as T // the list is not empty

const count = Number(new URLSearchParams(location.search).get('rows') ?? 100_000)
const rows: readonly Station[] = Array.from({ length: count }, (_, index) => ({
  id: index + 1,
  name: `${at(COUNTIES, index)}${index + 1}号储能电站`,
  county: at(COUNTIES, index),
  company: `${at(COUNTIES, index * 3)}新能源有限公司`,
  tech: at(TECHS, index),
  power: ((index * 7919) % 5000) + 1,
  energy: ((index * 104729) % 9973) + 1,
  cost: index % 10 === 0 ? undefined : 600 + (index % 700),
  status: at(STATES, index),
  commissioned: `20${21 + (index % 5)}-0${1 + (index % 9)}-15`,
}))

const columns = columnsOf<Station>([
  { key: 'name', title: '项目名称', width: 230 },
  { key: 'county', title: '县（区）' },
  { key: 'company', title: '项目单位', width: 200 },
  { key: 'tech', title: '技术路线' },
  { key: 'power', title: '额定功率', unit: 'MW', kind: 'number' },
  { key: 'energy', title: '额定能量', unit: 'MWh', kind: 'number' },
  { key: 'cost', title: '单位造价', unit: '元/kWh', kind: 'number' },
  { key: 'status', title: '建设状态' },
  { key: 'commissioned', title: '投运日期' },
])

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
createRoot(root).render(
  <PortsProvider value={samplePorts()}>
    <main className="p-4">
      <LocalTable
        id="stations"
        title="储能电站"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        isSearchable
        batch={(chosen) => <span>{chosen.length}</span>}
      />
    </main>
    <Notices />
  </PortsProvider>,
)
