import { deptKinds } from '@xinchu/contract/rights'
import { owners } from '@xinchu/server/sample-port'
import { completeCreditCode, toChineseNumber } from '@xinchu/validators'
import { sampleAccounts } from './accounts.ts'
import { type Place, placeLabel } from './places.ts'
import { oneOf } from './random.ts'

/** A fictitious enterprise. */
export interface Company {
  name: string
  creditCode: string
  regionCode: string
  /** `owner_type` of the dictionary. */
  ownerType: string
  /** `value` of the owner dictionary. */
  ownerGroup: string | null
}

const CENTRAL = owners.filter(([, , , type]) => type === '1').map(([value]) => value)
// Shares of companies owned by central groups and by cities or provinces; the rest is private.
const CENTRAL_SHARE = 0.45
const LOCAL_SHARE = 0.15
// Probability that the next project of a place belongs to an existing company there.
const KNOWN_SHARE = 0.5

/** Enterprises of the demonstration accounts by place. */
export function accountCompanies(): Map<string, Company> {
  const enterprises = sampleAccounts.filter(
    ({ deptId, captchaExempt }) => deptId === deptKinds.enterprise && !captchaExempt,
  )
  return new Map(
    enterprises.flatMap(({ orgName, creditCode, regionCode, ownerGroup }) =>
      creditCode && regionCode
        ? [
            [
              regionCode,
              {
                name: orgName,
                creditCode: completeCreditCode(creditCode),
                regionCode,
                ownerType: ownerGroup ? '1' : '3',
                ownerGroup: ownerGroup ?? null,
              },
            ],
          ]
        : [],
    ),
  )
}

/** Returns an enterprise for a project of a place: an existing or a new one. */
export function companyFinder(random: () => number): (place: Place) => Company {
  const known = new Map<string, Company[]>()
  const numbers = new Map<string, number>()
  const own = accountCompanies()
  let serial = 0
  return (place) => {
    const code = place.countyCode ?? place.cityCode ?? place.provinceCode
    const here = known.get(code) ?? []
    if (here.length > 0 && random() < KNOWN_SHARE) return oneOf(here, random)
    const label = placeLabel(place)
    // The account's enterprise comes first in its place.
    const number = (numbers.get(label) ?? (own.has(code) ? 1 : 0)) + 1
    numbers.set(label, number)
    serial += 1
    const draw = random()
    const isCentral = draw < CENTRAL_SHARE
    const made: Company = {
      name: `${label}${toChineseNumber(number)}号储能有限公司`,
      creditCode: completeCreditCode(`91${code}YY${String(serial).padStart(7, '0')}`),
      regionCode: code,
      ownerType: isCentral ? '1' : draw < CENTRAL_SHARE + LOCAL_SHARE ? '2' : '3',
      ownerGroup: isCentral ? oneOf(CENTRAL, random) : null,
    }
    known.set(code, [...here, made])
    return made
  }
}
