import { dateTimeText } from '@xinchu/sdk'
import { AppScenario, BuildStatus, DeclareStatus, TechType } from '@xinchu/sdk/codes'
import { dictionaries } from '@xinchu/sdk/fields'
import type { Random } from '../random.ts'
import type { Caller } from './accounts.ts'
import { COUNTIES, PLACES } from './places.ts'
import { type Draft, firstStatus, type ProjectRecord, type Status, stepOf } from './project.ts'

const VILLAGES = ['高沙窝', '花马池', '大水坑', '青山', '王乐井', '红岩', '长河', '石佛寺'] as const
const DAY_MS = 86_400_000

const drawnValue = (random: Random, name: keyof typeof dictionaries) =>
  random.pick(dictionaries[name].values).value

/** Everything that a planned station must say before it is submitted. */
function draftOf(random: Random, owner: Caller, at: number, now: Date): Draft {
  const { longitude, latitude, ...place } = random.pick(COUNTIES)
  const power = random.integer(2, 40) * 5
  const hours = random.pick([2, 4] as const)
  const scenario = random.pick(
    dictionaries.app_sub_scenario.values.filter(({ parent }) => parent === AppScenario.gridSide),
  )
  const gridDay = new Date(now.getTime() + random.integer(90, 700) * DAY_MS)
  const village = random.pick(VILLAGES)
  return {
    projectName: `${PLACES[place.countyCode]}${village}${power}MW/${power * hours}MWh储能电站${at}`,
    buildStatus: BuildStatus.planned,
    projectType: drawnValue(random, 'project_type'),
    ...place,
    address: `${PLACES[place.countyCode]}${village}镇`,
    longitude: Number((longitude + random.next() / 10).toFixed(4)),
    latitude: Number((latitude + random.next() / 10).toFixed(4)),
    companyName: owner.orgName,
    creditCode: '91640323MA76LGHY3T',
    ownerType: drawnValue(random, 'owner_type'),
    contactName: '李明',
    contactPhone: `138${random.integer(10_000_000, 99_999_999)}`,
    techType: random.pick([TechType.lithium, TechType.sodium, TechType.flow] as const),
    ratedPower: power,
    ratedEnergy: power * hours,
    isEchelonUse: false,
    appScenario: AppScenario.gridSide,
    appSubScenario: scenario.value,
    functionTypes: [drawnValue(random, 'function_type')],
    gridVoltage: drawnValue(random, 'voltage_level'),
    gridOperator: '1',
    totalInvestment: power * hours * random.integer(80, 140),
    planGridDate: dateTimeText(gridDay).slice(0, 10),
  }
}

/** Code of a project by its province and number. */
export const projectCodeOf = (id: number, provinceCode: string, at: Date): string =>
  `ES${provinceCode.slice(0, 2)}${dateTimeText(at).slice(0, 4)}${String(id).padStart(6, '0')}`

const { draft, atCounty, returnedByCounty, atCity, atProvince, passed } = DeclareStatus
const STATUSES: readonly Status[] = [draft, draft, atCounty, returnedByCounty, atCity, atProvince, passed]

/** Projects of the enterprises among the accounts, in every state from draft to passed. */
export function seededProjects(
  count: number,
  callers: readonly Caller[],
  random: Random,
  now: Date,
): ProjectRecord[] {
  const owners = callers.filter(({ caller }) => caller === 'ENT')
  if (owners.length === 0) return []
  return Array.from({ length: count }, (_, at): ProjectRecord => {
    const owner = random.pick(owners)
    const made = new Date(now.getTime() - random.integer(1, 90) * DAY_MS)
    const time = dateTimeText(made)
    const id = 1001 + at
    const draft = draftOf(random, owner, at + 1, now)
    const record: ProjectRecord = {
      ...{ id, version: 0, draft, status: random.pick(STATUSES), orgId: owner.orgId, history: [] },
      projectCode: projectCodeOf(at + 1, draft.provinceCode, made),
      createBy: owner.username,
      ...{ createTime: time, updateTime: time },
    }
    if (record.status === DeclareStatus.draft) return record
    return {
      ...record,
      version: 1,
      history: [stepOf(owner, 'SUBMIT', [DeclareStatus.draft, firstStatus(record)], made)],
    }
  })
}
