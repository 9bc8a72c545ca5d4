import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boxesToday,
  checkField,
  checkProject,
  type FieldSpec,
  type PlaceBox,
  severityOf,
} from '../src/index.ts'
import { placeBoxes } from '../src/place-boxes/index.ts'

const TODAY = '2026-11-22'

const placeOf = (code: string, longitude: number | string, latitude: number | string) => ({
  provinceCode: `${code.slice(0, 2)}0000`,
  cityCode: `${code.slice(0, 4)}00`,
  countyCode: code,
  longitude,
  latitude,
})

const hintsAt = (...place: Parameters<typeof placeOf>) => checkProject(placeOf(...place), TODAY, placeBoxes)

const COUNTIES = [...placeBoxes].filter(([code]) => !code.endsWith('00'))

describe('coordinates of a project', () => {
  test.each([
    ['宁夏盐池县高沙窝镇', '640323', 107.1, 37.98],
    ['北京市顺义区', '110113', 116.65, 40.13],
    ['山东省肥城市', '370983', 116.77, 36.18],
    ['甘肃省玉门市', '620981', 97.05, 40.29],
    ['湖北省仙桃市', '429004', 113.45, 30.36],
    ['广东省东莞市长安镇, which is not on the map', '441904', 113.8, 22.82],
  ])('in %s give no hint', (_where, code, longitude, latitude) => {
    expect(hintsAt(code, longitude, latitude)).toEqual([])
  })

  test.each([
    ['a neighbouring county to the west', '640323', 106.21, 37.99, 'longitude', '盐池县'],
    ['the south of the province', '640323', 107.1, 36.5, 'latitude', '盐池县'],
    ['another province', '110113', 121.47, 31.23, 'longitude', '顺义区'],
    ['another city, for a town that is not on the map', '441904', 113.26, 23.4, 'longitude', '东莞市'],
  ])('in %s give one hint that names the county and both numbers', (_where, code, lng, lat, field, name) => {
    const message = `经度${lng}、纬度${lat}不在${name}范围内，请核对坐标和所在地区`
    expect(hintsAt(code, lng, lat)).toEqual([{ field, code: 'P-019', message, level: 'warning' }])
  })

  test('are a hint, which needs no reason', () => {
    expect(severityOf('P-019')).toBe('hint')
  })

  test('are read as typed', () => {
    expect(hintsAt('640323', '107.1', '37.8')).toEqual([])
    expect(hintsAt('640323', '106.2', '37.8')).toHaveLength(1)
  })

  test.each([
    ['one of them is missing', { ...placeOf('640323', 106.2, ''), latitude: undefined }],
    ['one of them is not in China, which is refused', placeOf('640323', 37.8, 107.1)],
    ['no division is chosen', { longitude: 106.2, latitude: 37.8 }],
    ['the division is not known', placeOf('999999', 106.2, 37.8)],
  ])('give no hint where %s', (_why, project) => {
    expect(checkProject(project, TODAY, placeBoxes)).toEqual([])
  })

  test('of the Corps lie anywhere in Xinjiang', () => {
    const corps = (longitude: number) => ({
      ...{ provinceCode: '660000', cityCode: '659001', longitude, latitude: 44.3 },
    })
    expect(checkProject(corps(84.9), TODAY, placeBoxes)).toEqual([])
    expect(checkProject(corps(106.2), TODAY, placeBoxes)[0]?.message).toContain('不在新疆维吾尔自治区范围内')
  })

  test('anywhere in the box of a county give no hint', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...COUNTIES), share, share, ([code, box], across, up) => {
        const longitude = box.west + across * (box.east - box.west)
        const latitude = box.south + up * (box.north - box.south)
        expect(hintsAt(code, longitude, latitude)).toEqual([])
      }),
    )
  })

  test('0.2 degrees outside the box of a county give a hint on whichever side', () => {
    const beyond = (box: PlaceBox): [number, number][] => [
      [box.west - 0.2, box.south],
      [box.east + 0.2, box.north],
      [box.west, box.south - 0.2],
      [box.east, box.north + 0.2],
    ]
    fc.assert(
      fc.property(fc.constantFrom(...COUNTIES), fc.nat({ max: 3 }), ([code, box], side) => {
        const [longitude = 0, latitude = 0] = beyond(box)[side] ?? []
        expect(hintsAt(code, longitude, latitude)).toHaveLength(1)
      }),
    )
  })
})

const specs: FieldSpec[] = (['longitude', 'latitude'] as const).map((name) => ({
  ...{ name, caption: name, kind: 'number', rule: name, unit: '°', decimals: 4 },
}))

const refusals = (longitude: unknown, latitude: unknown) =>
  specs.map((spec) => checkField(spec, { longitude, latitude }, 'submit'))

describe('coordinates that are not in China', () => {
  test('are told as exchanged if they lie there when they are exchanged', () => {
    const message = '坐标不在中国范围内，经度与纬度可能填反'
    const told = (field: string) => ({ field, code: 'F-011', message, level: 'error' })
    const anywhere = ({ min, max }: { min: number; max: number }) => fc.double({ min, max, noNaN: true })
    expect(refusals('37.8', '107.1')).toEqual([told('longitude'), told('latitude')])
    fc.assert(
      fc.property(anywhere({ min: 73, max: 136 }), anywhere({ min: 4, max: 53 }), (lng, lat) => {
        expect(refusals(lat, lng)).toEqual([told('longitude'), told('latitude')])
      }),
    )
  })

  test.each([
    ['only one is given', 37.8, ''],
    ['both are latitudes', 37.8, 37.9],
    ['neither is a place', 200, 107.1],
  ])('are not told as exchanged where %s', (_why, longitude, latitude) => {
    expect(refusals(longitude, latitude)[0]?.message).toBe('坐标不在中国范围内')
  })
})

describe('after a merger', () => {
  const hintsAfter = (code: string, divisions: Parameters<typeof boxesToday>[1]) =>
    checkProject(placeOf(code, 107.1, 37.8), TODAY, boxesToday(placeBoxes, divisions)).map(
      ({ message }) => message,
    )
  const ENDED = { code: '640323', name: '盐池县', successorCode: '640324' }

  test('the land of an ended county is land of its successor', () => {
    expect(hintsAfter('640324', [])).toEqual(['经度107.1、纬度37.8不在同心县范围内，请核对坐标和所在地区'])
    expect(hintsAfter('640324', [ENDED, { code: '640324', name: '同心县', successorCode: null }])).toEqual([])
  })

  test('a county that was founded by it has the land and its own name', () => {
    const founded = { code: '640399', name: '盐同区' }
    const today = boxesToday(placeBoxes, [{ ...ENDED, successorCode: '640399' }, founded])
    expect(today.get('640399')).toEqual({ ...placeBoxes.get('640323'), name: '盐同区' })
    expect(today.get('640323')).toEqual(placeBoxes.get('640323'))
  })

  test('an ended division that the map does not have changes nothing', () => {
    expect(boxesToday(placeBoxes, [{ code: '371200', name: '莱芜市', successorCode: '370100' }])).toBe(
      placeBoxes,
    )
  })
})
