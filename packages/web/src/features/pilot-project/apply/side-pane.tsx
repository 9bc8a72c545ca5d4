import { useState } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { titleOfPart } from '../../../records/pilot-parts.ts'
import { ownerOf } from '../../../ui/form/issues.ts'
import { entriesOf, useApply } from './context.ts'
import type { Gap } from './model.ts'
import { DocumentPreview } from './preview.tsx'

type Tab = 'preview' | 'hints' | 'gaps'

/** Requirements of the current section: its subject and its limits. */
function Hints() {
  const { part, active, outline } = useApply()
  const nodes =
    part === 'APPLICATION' || part === 'IMPLEMENTATION' ? entriesOf(outline[part]) : ([] as never[])
  const shown = active ? nodes.filter(({ fieldKey }) => fieldKey === active) : nodes.slice(0, 1)
  if (shown.length === 0)
    return <p className="px-4 py-6 text-ink-soft text-s">各项说明写在输入框下方，带 * 的为提交时必填。</p>
  return shown.map(({ id, no, title, hint, required, wordLimit, fieldKey }) => (
    <section key={id} className="grid gap-2 px-4 py-3.5 text-s">
      <h3 className="font-medium text-body">
        {no} {title}
      </h3>
      <p className="leading-6">{hint}</p>
      <ul className="list-disc pl-5 text-ink-soft">
        <li>{required ? '提交时必填' : '选填，没有内容可留空'}</li>
        {wordLimit && <li>至多 {wordLimit.toLocaleString('en')} 字，不计空白</li>}
        {(fieldKey === 'keyIndicators' || fieldKey === 'milestones') && <li>至少 3 行</li>}
        {fieldKey === 'investmentPlan' && <li>各年合计与总投资相差不超过 1%</li>}
      </ul>
    </section>
  ))
}

const FEW = 6

function GapLine({ gap }: { gap: Gap }) {
  const { go } = useApply()
  return (
    <li>
      <button
        type="button"
        onClick={() => go(gap.part, gap.field)}
        className="min-h-7 w-full py-0.5 text-left text-s leading-5 hover:underline max-lg:min-h-10"
      >
        <span className="text-brand-ink">{titleOfPart(gap.part)}</span> {gap.label}：{gap.message}
      </button>
    </li>
  )
}

/** All gaps, each with a link to its field. */
function Gaps({ atMost }: { atMost: number }) {
  const { gaps, detail } = useApply()
  const isLocked = (detail.partStatus.editableParts ?? []).length === 0
  if (gaps.length === 0)
    return <p className="text-s text-success">各项已填写完整{isLocked ? '' : '，可以提交'}</p>
  const rest = gaps.slice(atMost)
  const counts = [...new Set(rest.map(({ part }) => part))].map(
    (part) => `${titleOfPart(part)} ${rest.filter((gap) => gap.part === part).length}`,
  )
  return (
    <ul className="grid">
      {gaps.slice(0, atMost).map((gap) => (
        <GapLine key={`${gap.part} ${gap.field}`} gap={gap} />
      ))}
      {rest.length > 0 && (
        <li className="text-ink-soft text-s">
          另 {rest.length} 项：{counts.join('、')}
        </li>
      )}
    </ul>
  )
}

/** Goes to the next or previous gap, and wraps around. */
function useGapKeys(): void {
  const { gaps, active, part, go } = useApply()
  const step = (by: 1 | -1) => {
    const here = gaps.findIndex((gap) => gap.part === part && ownerOf(gap.field) === active)
    const start = here < 0 && by < 0 ? 0 : here
    const gap = gaps[(start + by + gaps.length) % gaps.length]
    if (gap) go(gap.part, gap.field)
  }
  useShortcuts([
    { keys: 'F8', where: '示范项目申报', does: '到下一处缺项', onPress: () => step(1) },
    { keys: 'Shift+F8', where: '示范项目申报', does: '到上一处缺项', onPress: () => step(-1) },
  ])
}

/** Preview, hints and gaps beside the form. The gaps are always shown below too. */
export function SidePane() {
  const { gaps } = useApply()
  const [tab, setTab] = useState<Tab>('preview')
  useGapKeys()
  const tabs: readonly { key: Tab; title: string }[] = [
    { key: 'preview', title: '文档预览' },
    { key: 'hints', title: '编写要点' },
    { key: 'gaps', title: `缺项 ${gaps.length}` },
  ]
  return (
    <aside
      aria-label="填写辅助"
      className="card self-start overflow-hidden xl:sticky xl:top-[calc(var(--frame-top,0px)+12px)] lg:max-xl:col-span-2"
    >
      <div role="tablist" aria-label="填写辅助" className="flex border-line border-b px-2">
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={tab === key}
            onClick={() => setTab(key)}
            className="-mb-px min-h-10 border-transparent border-b-2 px-3 text-s aria-selected:border-brand aria-selected:text-brand-ink"
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={tabs.find(({ key }) => key === tab)?.title}>
        {tab === 'preview' && <DocumentPreview />}
        {tab === 'hints' && <Hints />}
        {tab === 'gaps' && (
          <div className="max-h-[60dvh] overflow-y-auto px-4 py-3">
            <Gaps atMost={gaps.length} />
          </div>
        )}
      </div>
      {tab !== 'gaps' && (
        <section aria-label="提交前的缺项" className="border-line border-t px-4 py-3">
          <h3 className="mb-1 flex items-baseline justify-between font-medium">
            {gaps.length > 0 ? `提交前还差 ${gaps.length} 项` : '材料齐全'}
            {gaps.length > 0 && <span className="font-normal text-ink-faint text-xs">F8 到下一处</span>}
          </h3>
          <Gaps atMost={FEW} />
        </section>
      )}
    </aside>
  )
}
