import type { OutlineNode } from '@xinchu/sdk'
import { BRIEF_WORDS } from '@xinchu/validators'
import { figure } from '../../../lib/figures.ts'
import { partSpecs } from '../../../records/pilot-parts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useForm, useFormSlice } from '../../../ui/form/context.ts'
import { FilesField } from '../../../ui/form/files-field.tsx'
import { ObjectField } from '../../../ui/form/object-field.tsx'
import { listAt, textAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { entriesOf, useApply } from './context.ts'
import { GridField } from './grid-field.tsx'
import { COVER } from './model.ts'
import { Section, TextSection } from './section.tsx'

const GRIDS: Readonly<Record<string, { atMost: number; addLabel: string; sums?: readonly string[] }>> = {
  keyIndicators: { atMost: 30, addLabel: '添加指标' },
  tasks: { atMost: 50, addLabel: '添加任务' },
  milestones: { atMost: 50, addLabel: '添加里程碑' },
  investmentPlan: { atMost: 20, addLabel: '添加年度', sums: ['amount'] },
}

/** The total in the first part, with which the plan or the figures below must agree. */
function Total() {
  const { detail } = useApply()
  const total = useFormSlice(({ values }) => textAt(values, 'totalInvestment'))
  const isLocked = detail.lockedFields?.includes('totalInvestment') ?? false
  if (!total) return '总投资尚未填写'
  return (
    <span className="inline-flex items-center gap-1">
      {isLocked && <Icon name="lock" size={14} />}
      总投资 {figure(Number(total))} 万元
      {isLocked && `，取自关联项目 ${detail.linkedProjectCode ?? ''}，已锁定`}
    </span>
  )
}

/** Headings of an entry that only describe its required content, such as those of a technology. */
function Covers({ nodes = [] }: { nodes: readonly OutlineNode[] | undefined }) {
  const headings = nodes.filter(({ fieldKey }) => !fieldKey)
  if (headings.length === 0) return null
  return (
    <ul className="mt-2 grid gap-0.5 rounded-md bg-sunken px-3 py-2 text-ink-soft text-s">
      {headings.map(({ id, no, title, hint }) => (
        <li key={id}>
          {no} {title}
          {hint && `：${hint}`}
        </li>
      ))}
    </ul>
  )
}

function Entry({ node }: { node: OutlineNode }) {
  const { no, title, hint, required, wordLimit = 0, fieldKey = '', children } = node
  const grid = GRIDS[fieldKey]
  const head = { field: fieldKey, no, title, required }
  if (grid)
    return (
      <Section {...head} aside={fieldKey === 'investmentPlan' ? <Total /> : hint}>
        <div className="px-4 pt-3.5">
          <GridField name={fieldKey} {...grid} />
        </div>
      </Section>
    )
  if (fieldKey === 'economy')
    return (
      <Section {...head} aside={<Total />}>
        <div className="form-grid px-4 pt-3.5 pb-1.5">
          <ObjectField name="economy" />
        </div>
      </Section>
    )
  return (
    <TextSection {...head} hint={hint} max={wordLimit}>
      <Covers nodes={children} />
    </TextSection>
  )
}

/** A part with the sections of the outline, in its order. */
export function OutlinedPart({ part }: { part: 'APPLICATION' | 'IMPLEMENTATION' }) {
  const { outline } = useApply()
  return entriesOf(outline[part]).map((node) => <Entry key={node.id} node={node} />)
}

const MOST_HIGHLIGHTS = 5
const limitOf = (name: string) => partSpecs.BRIEF.find((spec) => spec.name === name)?.maxLength ?? 0

function Highlights() {
  const { store } = useForm()
  const value = useFormSlice(({ values }) => values['highlights'])
  const lines = listAt({ value }, 'value')
  const write = (next: readonly string[]) => store.set({ highlights: next })
  return (
    <div className="grid gap-2 px-4 py-3.5" data-field="highlights" tabIndex={-1}>
      {lines.map((line, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
          key={index}
          className="flex items-center gap-2"
        >
          <Input
            name={`highlights.${index}`}
            aria-label={`亮点 ${index + 1}`}
            maxLength={200}
            value={line}
            onValue={(text) => write(lines.map((each, at) => (at === index ? text : each)))}
          />
          <IconButton
            icon="trash"
            label={`删除亮点 ${index + 1}`}
            onClick={() => write(lines.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <span>
        <Button icon="plus" disabled={lines.length >= MOST_HIGHLIGHTS} onClick={() => write([...lines, ''])}>
          添加亮点
        </Button>
      </span>
    </div>
  )
}

const COVER_KIND = [{ bizType: 'DEMO_COVER', label: '效果图' }] as const

/** The brief: one sentence, the body, highlights, a picture. */
export function BriefPart() {
  return (
    <>
      <TextSection field="summary" no="1" title="一句话简介" required max={limitOf('summary')} />
      <TextSection
        field="content"
        no="2"
        title="简介正文"
        required
        hint="供公示与汇编使用，两页以内，写明规模、技术特点与示范意义"
        {...BRIEF_WORDS}
      />
      <Section field="highlights" no="3" title="项目亮点" aside={`至多 ${MOST_HIGHLIGHTS} 条`}>
        <Highlights />
      </Section>
      <Section field={COVER} no="4" title="效果图" aside="选填，印在项目简介中">
        <div className="px-4 pt-3.5 pb-1.5">
          <FilesField name={COVER} label="效果图" kinds={COVER_KIND} atMost={1} note="JPG 或 PNG，一张" />
        </div>
      </Section>
    </>
  )
}
