import { useQuery } from '@tanstack/react-query'
import { IndexType } from '@xinchu/contract/codes'
import type { OutlineNode } from '@xinchu/sdk'
import { decimal4OrZero, wordsOf } from '@xinchu/validators'
import { Field } from '../../ui/field.tsx'
import { Input, NumberInput, Select, Textarea } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { EditedIndex } from './catalogue-model.ts'
import { pilotReportQueries } from './queries.ts'
import { ScoreRule } from './score-rule.tsx'

interface IndexFieldsProps {
  index: EditedIndex
  /** Points and type of an index with others below it follow from them. */
  hasChildren: boolean
  onChange: (change: Partial<EditedIndex>) => void
}

const EMPTY = '请填写'

function numberError(text: string): string | undefined {
  const fault = decimal4OrZero(text)
  return fault ? wordsOf(fault) : undefined
}

/** The fields of a quantity: how it is measured and between which bounds. */
function Measure({ index, onChange }: Pick<IndexFieldsProps, 'index' | 'onChange'>) {
  const directions = usePorts().useDict('index_direction')
  return (
    <>
      <Field label="计量单位">
        {(control) => (
          <Input {...control} maxLength={20} value={index.unit} onValue={(unit) => onChange({ unit })} />
        )}
      </Field>
      <Field label="指标方向">
        {(control) => (
          <Select
            {...control}
            value={index.direction}
            options={directions}
            onValue={(direction) => onChange({ direction })}
          />
        )}
      </Field>
      <Field label="下限" error={numberError(index.lowerBound)}>
        {(control) => (
          <NumberInput
            {...control}
            value={index.lowerBound}
            onValue={(lowerBound) => onChange({ lowerBound })}
          />
        )}
      </Field>
      <Field label="上限" error={numberError(index.upperBound)}>
        {(control) => (
          <NumberInput
            {...control}
            value={index.upperBound}
            onValue={(upperBound) => onChange({ upperBound })}
          />
        )}
      </Field>
    </>
  )
}

/** The sections of the application as options. */
const optionsOf = (nodes: readonly OutlineNode[]): { value: string; label: string }[] =>
  nodes.flatMap(({ fieldKey, no, title, children = [] }) => [
    ...(fieldKey ? [{ value: fieldKey, label: `${no} ${title}` }] : []),
    ...optionsOf(children),
  ])

/** The fields of one index. */
export function IndexFields({ index, hasChildren, onChange }: IndexFieldsProps) {
  const types = usePorts().useDict('index_type')
  const sections = optionsOf(useQuery(pilotReportQueries.outline).data ?? [])
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 pt-3.5 sm:grid-cols-2">
      <Field label="指标编号" required error={index.code.trim() ? undefined : EMPTY}>
        {(control) => (
          <Input {...control} maxLength={20} value={index.code} onValue={(code) => onChange({ code })} />
        )}
      </Field>
      <Field label="指标名称" required error={index.indexName.trim() ? undefined : EMPTY}>
        {(control) => (
          <Input
            {...control}
            maxLength={100}
            value={index.indexName}
            onValue={(indexName) => onChange({ indexName })}
          />
        )}
      </Field>
      <Field label="满分" required error={index.fullScore.trim() ? numberError(index.fullScore) : EMPTY}>
        {(control) => (
          <NumberInput
            {...control}
            unit="分"
            value={index.fullScore}
            onValue={(fullScore) => onChange({ fullScore })}
          />
        )}
      </Field>
      <Field label="对应申报书条目" hint="评审时与该指标对照；不选时同上级">
        {(control) => (
          <Select
            {...control}
            value={index.section}
            options={sections}
            onValue={(section) => onChange({ section })}
          />
        )}
      </Field>
      {!hasChildren && (
        <>
          <Field label="指标类型" required>
            {(control) => (
              <Select
                {...control}
                placeholder=""
                value={index.indexType}
                options={types}
                onValue={(indexType) => onChange({ indexType })}
              />
            )}
          </Field>
          {index.indexType === IndexType.quantitative && <Measure index={index} onChange={onChange} />}
          <Field label="评分细则" hint="每档一段，以“；”分开：8–10 分：条件" wide>
            {(control) => (
              <Textarea
                {...control}
                maxLength={2000}
                value={index.scoreRule}
                onValue={(scoreRule) => onChange({ scoreRule })}
              />
            )}
          </Field>
          <section aria-label="细则预览" className="col-span-full mb-3.5 rounded-lg bg-sunken px-3.5 py-2.5">
            <ScoreRule rule={index.scoreRule} />
          </section>
        </>
      )}
    </div>
  )
}
