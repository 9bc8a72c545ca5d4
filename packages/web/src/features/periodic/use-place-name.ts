import { shortProvince } from '../../lib/place.ts'
import { pathOfCode } from '../../ui/form/regions.ts'
import { usePorts } from '../../ui/ports.ts'

/** An office in full and as short as people say it. */
export interface Reviewer {
  office: string
  short: string
}

/** Code of a division's province. A city of the Corps has a code of Xinjiang. */
export const useProvinceOf = (code: string): string | undefined =>
  pathOfCode(usePorts().useRegions(true), code)[0]?.value

/** The province's office that reviews reports. */
export function usePlaceName(codes: readonly (string | undefined)[]): Reviewer {
  const regions = usePorts().useRegions(true)
  const [code, ...others] = [...new Set(codes.filter((each) => each !== undefined))]
  const name = regions.find(({ value }) => value === code)?.label
  if (!name || others.length > 0) return { office: '各省级能源主管部门', short: '省级主管部门' }
  return { office: `${name}能源主管部门`, short: shortProvince(name) }
}
