import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPlaces, type Values } from '../../src/domain/import/places.ts'
import { loadReferences, References } from '../../src/domain/import/references.ts'
import { type Rig, startRig } from '../rig.ts'

let rig: Rig
let references: References
beforeAll(async () => {
  rig = await startRig()
  references = new References(await loadReferences(rig.db))
})
afterAll(() => rig.close())

/** Codes of a place as a row writes it, or may mean it, with what is said of it. */
function read(province: string, city: string, county: string): string {
  const cells = { province, city, county }
  const raw = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''))
  const values: Values = {}
  const found = readPlaces(raw, references, values)
  const codes = [values['provinceCode'], values['cityCode'], values['countyCode']].map((code) => code ?? '')
  return [codes.join('/'), ...found.map(({ code, message }) => code ?? message)].join(' ')
}

test.each([
  ['北京市', '北京市', '朝阳区', '110000//110105'],
  ['北京市', '市辖区', '朝阳区', '110000//110105'],
  ['北京', '', '朝阳区', '110000//110105'],
  ['宁夏', '吴忠', '盐池', '640000/640300/640323'],
  ['640000', '640300', '640323', '640000/640300/640323'],
  ['宁夏回族自治区', '宁夏回族自治区吴忠市', '吴忠市盐池县', '640000/640300/640323'],
  ['', '', '宁夏吴忠盐池县', '640000/640300/640323'],
  ['宁夏回族自治区吴忠市盐池县', '', '', '640000/640300/640323'],
  ['宁夏', '', '盐池县', '640000/640300/640323 C-063'],
  ['湖北省', '省直辖县级行政区划', '仙桃市', '420000//429004'],
  ['湖北省', '仙桃市', '', '420000//429004'],
  ['湖北省', '仙桃市', '仙桃市', '420000//429004'],
  ['广东省', '东莞市', '', '440000/441900/'],
  ['广东省', '', '东莞市', '440000/441900/'],
  ['广东省', '东莞市', '东莞市', '440000/441900/'],
  ['新疆', '自治区直辖县级行政区划', '石河子市', '660000//659001 C-060'],
  ['吉林省', '吉林市', '昌邑区', '220000/220200/220202'],
  ['河北省', '保定市', '雄安新区', '130000/130600/130638 C-062'],
  ['宁夏', '吴忠市', '盐地县', '640000/640300/640323 C-061'],
  ['江苏省', '', '鼓楼区', '320000/320100/320106 C-061'],
  ['河北省', '雄安新区', '', '130000/130600/130638 C-062'],
  ['河北省', '雄安新区', '容城县', '130000/130600/130629 C-063'],
  ['宁夏', '吴忠市', '', '640000/640300/ F-001'],
  ['宁夏', '银川市', '盐池县', '640000/640100/ F-014'],
])('%s, %s, %s is %s', (province, city, county, place) => {
  expect(read(province, city, county)).toBe(place)
})
