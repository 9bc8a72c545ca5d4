import type { DueItem } from '@xinchu/sdk'
import { type Issue, isEmpty } from '@xinchu/validators'
import { useId, useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { Icon } from '../../ui/icons.tsx'
import { Checkbox, Input } from '../../ui/inputs.tsx'
import { openLabels, type SheetRemark } from './sheet-remarks.ts'
import { isSubmitKey } from './submit-key.ts'
import { isReason, LEAST_REASON } from './usage-submission.ts'
import { usePlaceName, useProvinceOf } from './use-place-name.ts'
import type { Words } from './use-year-saving.ts'
import { calcRows, totalsOf, yearSpecs } from './year-model.ts'

/** Fields that a reviewer expects, although they are optional. */
const EXPECTED: readonly string[] = ['plannedInvestment', 'target2027Power', 'target2030Power', 'basis']

/** The first reviewing office of a calculation. */
function useReviewer(due: DueItem) {
  const { scopeType, scopeId } = due.item?.yearCalc ?? due.yearCalc ?? {}
  const code = String(scopeId ?? '')
  const isRegion = scopeType === 'REGION'
  const province = usePlaceName([useProvinceOf(code)])
  if (isRegion && code.endsWith('0000')) return { office: '国家能源主管部门', short: '国家' }
  if (isRegion && code.endsWith('00')) return province
  return { office: '上级能源主管部门', short: '上级' }
}

const sentenceOf = ({ field, message }: Issue): string => {
  const [, row] = field.split('.')
  return row === undefined ? message : `第 ${Number(row) + 1} 行：${message}`
}

const ANSWER = '#answer'
const keyOf = ({ field, message }: Issue) => `${field} ${message}`

/** The given reasons, and the number of warnings without one. */
function reasonsOf(warnings: readonly Issue[], texts: Readonly<Record<string, string>>) {
  const given = warnings.flatMap((warning) => {
    const reason = texts[keyOf(warning)]?.trim()
    const { field, code } = warning
    return reason ? [{ field, reason, ...(code ? { code } : {}) }] : []
  })
  return { given, lacking: warnings.length - given.length }
}

interface Blocking {
  open: readonly string[]
  lacking: number
  lacksReason: boolean
}

/** Describes why the calculation cannot be submitted yet. */
function blockedBy({ open, lacking, lacksReason }: Blocking): string | undefined {
  if (open.length > 0) return `意见 ${open.length} 处待处理：${open.join('、')}`
  if (lacking > 0) return `还差 ${lacking} 条原因，写完即可提交`
  return lacksReason ? '退回后未改，写明理由并勾选后可提交' : undefined
}

interface YearSubmitProps {
  due: DueItem
  /** Fields changed since the return; undefined if it was not returned or something is being saved. */
  changedFields: readonly string[] | undefined
  remarks: readonly SheetRemark[]
  isBusy: boolean
  onSubmit: (words: Words) => void
  onClose: () => void
}

/** Confirms a submission: content, recipient, and warnings. */
export function YearSubmit({ due, changedFields, remarks, isBusy, onSubmit, onClose }: YearSubmitProps) {
  const values = useFormSlice((state) => state.values)
  const issues = useFormSlice((state) => state.issues)
  const { office, short } = useReviewer(due)
  const rows = calcRows(values)
  const totals = totalsOf(rows)
  const warnings = issues.filter(({ level }) => level === 'warning')
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const [isTicked, setTicked] = useState(false)
  const { given, lacking } = reasonsOf(warnings, reasons)
  const answer = reasons[ANSWER]?.trim() ?? ''
  const isUnchanged = changedFields?.length === 0
  const open = openLabels(remarks.filter(({ item }) => item.place !== undefined || !isUnchanged))
  const blocked = blockedBy({ open, lacking, lacksReason: isUnchanged && !(isTicked && isReason(answer)) })
  const blockedId = useId()
  const submit = () => !blocked && !isBusy && onSubmit({ reasons: given, ...(isUnchanged ? { answer } : {}) })
  const reasonAt = (key: string) => ({
    maxLength: 500,
    value: reasons[key] ?? '',
    onValue: (text: string) => setReasons({ ...reasons, [key]: text }),
  })
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
          <span id={blockedId} role="status" className="mr-auto self-center text-s text-warning">
            {blocked ?? <span className="text-ink-faint">审核前可撤回</span>}
          </span>
          <Button onClick={onClose}>返回填报</Button>
          <Button
            look="primary"
            busy={isBusy}
            aria-disabled={blocked !== undefined || undefined}
            aria-describedby={blocked ? blockedId : undefined}
            title="Ctrl+Enter"
            onClick={submit}
          >
            提交给{short}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter anywhere in the dialog presses its main button */}
      <div className="grid gap-3.5 text-s" onKeyDown={(event) => isSubmitKey(event) && submit()}>
        <p className="flex items-center gap-2 rounded-lg bg-brand-soft px-4 py-2">
          <Icon name="chevronRight" size={14} />送 {office} 审核
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
            <h3 className="bg-warning-soft px-4 py-2 text-warning">警告 {warnings.length} 条，须写明原因</h3>
            <ul className="divide-y divide-line">
              {warnings.map((warning) => (
                <li key={keyOf(warning)} className="grid gap-1 px-4 py-2">
                  {sentenceOf(warning)}
                  <Input
                    aria-label={`${sentenceOf(warning)}，原因`}
                    placeholder="请写明原因"
                    {...reasonAt(keyOf(warning))}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        {isUnchanged && (
          <section aria-label="退回后未改" className="rounded-lg border border-warning-line">
            <h3 className="bg-warning-soft px-4 py-2 text-warning">退回后未改，默认不提交</h3>
            <div className="grid gap-2 px-4 py-2.5">
              <Input
                aria-label="未改的理由"
                placeholder={`如确认无误，写明理由后勾选，至少 ${LEAST_REASON} 个字`}
                {...reasonAt(ANSWER)}
              />
              <Checkbox
                checked={isTicked && isReason(answer)}
                disabled={!isReason(answer)}
                onChecked={setTicked}
              >
                与退回时相同，确认提交
              </Checkbox>
            </div>
          </section>
        )}
      </div>
    </Dialog>
  )
}
