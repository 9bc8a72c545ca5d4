import { FIT, type Fit } from './assignment.ts'

/** Technical directions (`demo_direction`) with the specialties (`expert_specialty`) that judge them. */
const DIRECTIONS = '1=2 2=1 3=1 4=1 5=2,4 6=2 7=2 8=3 9=3 10=4 11=4,1'

const OF_DIRECTION: ReadonlyMap<string, readonly string[]> = new Map(
  DIRECTIONS.split(' ').map((each) => {
    const [direction = '', specialties = ''] = each.split('=')
    return [direction, specialties.split(',')]
  }),
)

/** Returns the fit of an expert's specialties to a direction. The first specialty is the main one. */
export function fitFor(specialties: readonly string[], direction: string | null): Fit {
  const wanted = OF_DIRECTION.get(direction ?? '') ?? []
  const [main, ...others] = specialties
  if (main !== undefined && wanted.includes(main)) return FIT.main
  return others.some((each) => wanted.includes(each)) ? FIT.second : FIT.across
}
