import { KIND_FILTERS, type KindFilter } from '@xinchu/validators'
import { type Choice, usePorts } from '../../../ui/ports.ts'
import type { Kinds } from '../page-filter.ts'

/** Each kind of projects with its name, and the dictionary of its values. Owners have a list of their own. */
export const KIND_NAMES: Readonly<Record<KindFilter, { label: string; dict?: string }>> = {
  techType: { label: '技术路线', dict: 'tech_type' },
  techSubType: { label: '细分技术', dict: 'tech_sub_type' },
  appScenario: { label: '应用场景', dict: 'app_scenario' },
  appSubScenario: { label: '细分场景', dict: 'app_sub_scenario' },
  ownerType: { label: '企业性质', dict: 'owner_type' },
  ownerGroupId: { label: '投资主体（集团）' },
  gridVoltage: { label: '并网电压等级', dict: 'voltage_level' },
  scaleBand: { label: '规模分档', dict: 'scale_band' },
  durationBand: { label: '时长分档', dict: 'duration_band' },
  buildStatus: { label: '建设状态', dict: 'build_status' },
}

const labelIn = (choices: readonly Choice[], value: string) =>
  choices.find((each) => each.value === value)?.label ?? value

interface KindText {
  name: KindFilter
  label: string
  /** Names of its values. */
  text: string
}

/** The kinds that a page is limited to, in words. */
export function useKindTexts(filter: Kinds): KindText[] {
  const ports = usePorts()
  const dictOf = (name: KindFilter) => (filter[name] ? KIND_NAMES[name].dict : undefined)
  const owners = ports.useOwners(filter.ownerGroupId !== undefined)
  const choices: Readonly<Record<KindFilter, readonly Choice[]>> = {
    techType: ports.useDict(dictOf('techType')),
    techSubType: ports.useDict(dictOf('techSubType')),
    appScenario: ports.useDict(dictOf('appScenario')),
    appSubScenario: ports.useDict(dictOf('appSubScenario')),
    ownerType: ports.useDict(dictOf('ownerType')),
    ownerGroupId: owners,
    gridVoltage: ports.useDict(dictOf('gridVoltage')),
    scaleBand: ports.useDict(dictOf('scaleBand')),
    durationBand: ports.useDict(dictOf('durationBand')),
    buildStatus: ports.useDict(dictOf('buildStatus')),
  }
  return KIND_FILTERS.flatMap((name) => {
    const values = filter[name]
    if (!values) return []
    const { label } = KIND_NAMES[name]
    return [{ name, label, text: values.map((value) => labelIn(choices[name], String(value))).join('、') }]
  })
}
