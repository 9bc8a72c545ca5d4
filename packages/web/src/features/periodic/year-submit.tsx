import type { DueItem } from '@xinchu/sdk'
import { type Issue, isEmpty } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { Icon } from '../../ui/icons.tsx'
import { usePlaceName } from './use-place-name.ts'
import { calcRows, totalsOf, yearSpecs } from './year-model.ts'

/** Fields that a reviewer expects, although they may be left empty. */
const EXPECTED: readonly string[] = ['plannedInvestment', 'target2027Power', 'target2030Power', 'basis']

/** The office that reviews a calculation first. */
function useReviewer(due: DueItem) {
  const { scopeType, scopeId } = due.item?.yearCalc ?? due.yearCalc ?? {}
  const code = String(scopeId ?? '')
  const isRegion = scopeType === 'REGION'
  const province = usePlaceName([`${code.slice(0, 2)}0000`])
  if (isRegion && code.endsWith('0000')) return { office: '国家能源主管部门', short: '国家' }
  if (isRegion && code.endsWith('00')) return province
  return { office: '上级能源主管部门', short: '上级' }
}

const sentenceOf = ({ field, message }: Issue): string => {
  const [, row] = field.split('.')
  return row === undefined ? message : `第 ${Number(row) + 1} 行：${message}`
}

interface YearSubmitProps {
  due: DueItem
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
}

/** What is submitted, to whom, and what is worth another look. */
export function YearSubmit({ due, isBusy, onSubmit, onClose }: YearSubmitProps) {
  const values = useFormSlice((state) => state.values)
  const issues = useFormSlice((state) => state.issues)
  const { office, short } = useReviewer(due)
  const rows = calcRows(values)
  const totals = totalsOf(rows)
  const warnings = issues.filter(({ level }) => level === 'warning')
  const missing = yearSpecs.filter(({ name }) => EXPECTED.includes(name) && isEmpty(values[name]))
  const figures = [
    ['分项', `${rows.length} 行`],
    ['上年末', `${figure(totals.lastPower)} MW`],
    ['新增', `${figure(totals.addPower)} MW`],
    ['退役', `${figure(totals.retirePower)} MW`],
    ['年末', `${figure(totals.lastPower + totals.addPower - totals.retirePower)} MW`],
  ]
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={`提交${due.scopeName ?? ''}年度测算`}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>返回填报</Button>
          <Button look="primary" busy={isBusy} onClick={onSubmit}>
            提交给{short}
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5 text-s">
        <p className="flex items-center gap-2 rounded-lg bg-brand-soft px-4 py-2">
          <Icon name="chevronRight" size={14} />送 {office} 审核，提交后不能再修改。
        </p>
        <dl className="flex flex-wrap gap-x-8 gap-y-1 rounded-lg border border-line px-4 py-2.5">
          {figures.map(([caption, text]) => (
            <div key={caption} className="flex gap-2">
              <dt className="text-ink-soft">{caption}</dt>
              <dd className="font-medium tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
        {missing.length > 0 && (
          <p className="text-warning">尚未填写：{missing.map(({ caption }) => caption).join('、')}</p>
        )}
        {warnings.length > 0 && (
          <section aria-label="警告" className="rounded-lg border border-warning-line">
            <h3 className="bg-warning-soft px-4 py-2 text-warning">警告 {warnings.length} 条，请核对</h3>
            <ul className="px-4 py-2">
              {warnings.map((warning) => (
                <li key={`${warning.field} ${warning.message}`} className="py-0.5">
                  {sentenceOf(warning)}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
