import { MessageTarget } from '@xinchu/contract/codes'
import { useOffices } from '../../records/offices.ts'
import { useFormSlice } from '../../ui/form/context.ts'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { textAt } from '../../ui/form/values.ts'
import { type Choice, type RegionNode, usePorts } from '../../ui/ports.ts'
import { useSender } from './sender.ts'

/** All current places of a tree with full names, parents first. */
function placesOf(regions: readonly RegionNode[], above = ''): Choice[] {
  return regions.flatMap(({ value, label, endedOn, children = [] }) => {
    if (endedOn) return []
    const name = `${above}${label}`
    return [{ value, label: name }, ...placesOf(children, `${name} / `)]
  })
}

function RegionTargets({ province }: { province: string | undefined }) {
  const regions = usePorts().useRegions(true)
  const within = province ? regions.filter(({ value }) => value === province) : regions
  return (
    <SpecField name="targetRegionCodes" options={placesOf(within)} wide hint="含所选地区的全部下级单位" />
  )
}

function OfficeTargets() {
  const { offices, isFetching } = useOffices()
  return (
    <SpecField name="targetOrgIds" options={offices} wide {...(isFetching ? { hint: '正在加载机构' } : {})} />
  )
}

/** Recipients of a message: range and selection. */
export function TargetFields() {
  const { province, targets } = useSender()
  const ranges = usePorts()
    .useDict('message_target')
    .filter(({ value }) => targets.includes(value))
  const target = useFormSlice(({ values }) => textAt(values, 'targetType'))
  return (
    <>
      <SpecField name="targetType" options={ranges} />
      {target === MessageTarget.kinds && <SpecField name="targetDeptIds" wide />}
      {target === MessageTarget.regions && <RegionTargets province={province} />}
      {target === MessageTarget.offices && <OfficeTargets />}
    </>
  )
}
