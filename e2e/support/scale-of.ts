import type { onPlatform } from './on-platform.ts'

interface Scale {
  projectCount: number
  ratedPower: number
}

/** What is in operation today within the reach of an account. It depends on the day that the demonstration began. */
export async function scaleOf(
  app: Pick<ReturnType<typeof onPlatform>, 'call'>,
  username: string,
): Promise<Scale> {
  const [row] = (await app.call(username, 'GET', '/api/statistics/scaleLayout')) as Scale[] // held by the contract
  if (!row) throw new Error(`${username} has nothing in operation`)
  return row
}
