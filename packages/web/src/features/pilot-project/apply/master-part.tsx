import { useQuery } from '@tanstack/react-query'
import { projectDerived } from '@xinchu/validators'
import { batchName } from '../../../records/pilot-batch.ts'
import { Button } from '../../../ui/button.tsx'
import { useFormSlice } from '../../../ui/form/context.ts'
import { Output } from '../../../ui/form/output.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { pilotQueries } from '../queries.ts'
import { useApply } from './context.ts'
import { GridField } from './grid-field.tsx'
import { masterGroups } from './model.ts'
import { Section } from './section.tsx'

/** Fixed when the application is created, or the account's own. */
const FIXED: ReadonlySet<string> = new Set(['batchYear', 'batchNo', 'companyName', 'creditCode'])

function Duration() {
  const value = useFormSlice(({ values }) => projectDerived(values)['durationHours'])
  return <Output label="储能时长" unit="h" value={value} hint="额定能量 ÷ 额定功率，自动计算" />
}

function LinkField() {
  const { detail } = useApply()
  const { data = [] } = useQuery(pilotQueries.linkable())
  const options = data.filter(({ provinceCode }) => provinceCode === detail.provinceCode)
  return (
    <SpecField
      name="esProjectId"
      options={options}
      hint="选择后单位、地点、规模与投资取自该项目并锁定；保存后生效"
    />
  )
}

function Member({ name }: { name: string }) {
  const { detail } = useApply()
  const isLocked = detail.lockedFields?.includes(name) ?? false
  switch (name) {
    case 'batchYear':
      return <Output label="申报批次" value={batchName(detail)} />
    case 'batchNo':
      return null
    case 'esProjectId':
      return <LinkField />
    case 'unionUnits':
      return (
        <div className="col-span-full">
          <p className="mb-1 text-ink-soft text-s">联合申报单位（至多 5 个）</p>
          <GridField name="unionUnits" atMost={5} addLabel="添加单位" />
        </div>
      )
    case 'recommendType':
      return (
        <>
          <SpecField name={name} />
          <Output
            label="推荐单位"
            value={detail.recommendOrgName}
            hint="由建设地点或投资主体与推荐渠道确定"
          />
        </>
      )
    case 'ratedEnergy':
      return (
        <>
          <SpecField name={name} disabled={isLocked} />
          <Duration />
        </>
      )
    default:
      return <SpecField name={name} disabled={isLocked || FIXED.has(name)} />
  }
}

/** Changes in the linked project since its values were taken. The applicant decides whether to take them. */
function SourceChanges({ onTake, isBusy }: { onTake: () => void; isBusy: boolean }) {
  const { detail } = useApply()
  const { sourceChanges = [] } = detail
  if (sourceChanges.length === 0) return null
  return (
    <section
      aria-label="来源已变化"
      className="rounded-lg border border-warning-line bg-warning-soft px-4 py-2.5 text-s text-warning"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Icon name="alert" />
        <span className="mr-auto">关联项目 {detail.linkedProjectCode} 其后有变化，此处仍为原来的内容</span>
        <Button busy={isBusy} onClick={onTake}>
          更新
        </Button>
      </p>
      <ul className="mt-1 pl-6">
        {sourceChanges.map(({ field, label, taken, current }) => (
          <li key={field}>
            {label}：{taken ?? '无'} → {current ?? '无'}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The project itself, by the contract's groups. */
export function MasterPart(props: { onTake: () => void; isBusy: boolean }) {
  const { detail } = useApply()
  const isLinked = (detail.lockedFields ?? []).length > 0
  const isAppointed = useFormSlice(({ values }) => textAt(values, 'recommendType') === '2')
  return (
    <>
      <SourceChanges {...props} />
      {masterGroups.map(({ id, title, members }, index) => (
        <Section
          key={id}
          field={members[0]?.name ?? id}
          no={String(index + 1)}
          title={title}
          aside={
            isLinked &&
            members.some(({ name }) => detail.lockedFields?.includes(name)) && (
              <span className="inline-flex items-center gap-1">
                <Icon name="lock" size={14} />
                取自关联项目 {detail.linkedProjectCode}，已锁定
              </span>
            )
          }
        >
          <div className="form-grid px-4 pt-3.5 pb-1.5">
            {members
              .filter(({ name }) => name !== 'ownerGroupId' || isAppointed)
              .map(({ name }) => (
                <Member key={name} name={name} />
              ))}
          </div>
        </Section>
      ))}
    </>
  )
}
