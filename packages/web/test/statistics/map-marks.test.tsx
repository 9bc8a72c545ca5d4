import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LIGHT } from '../../src/features/statistics/palette.ts'
import { MapMarks } from '../../src/features/statistics/project-map/map-marks.tsx'

test.each([
  ['projects and power', 24, 168, 13_495, '168', '13,495'],
  ['only the projects, where the power is wider than the circle', 11, 24, 2_127, '24', undefined],
  ['only the projects, beside a circle that is smaller than a digit', 5, 12, 1_206, '12', undefined],
])(
  'the circle of a cluster on the screen shows %s, and all is read out',
  (_what, radius, count, power, shown, second) => {
    const point = { longitude: 106, latitude: 38, ratedPower: power, ratedEnergy: 2 * power, count }
    const { container } = render(
      <MapMarks
        label="项目"
        marks={[{ key: 'a', point, radius, x: 100, y: 100 }]}
        size={{ width: 200, height: 200 }}
        palette={LIGHT}
        shown={undefined}
        onShow={() => undefined}
        onPress={() => undefined}
        onKey={() => undefined}
      />,
    )
    const mark = container.querySelector('[data-mark="a"]')
    const number = (value: number) => value.toLocaleString('en')
    expect(mark?.textContent).toBe(`${count} 个项目，${number(power)} MW / ${number(2 * power)} MWh`)
    const visible = [...(mark?.querySelectorAll('b, span > span') ?? [])].filter(
      ({ className }) => !className.includes('sr-only'),
    )
    expect(visible.map(({ textContent }) => textContent)).toEqual(second ? [shown, second] : [shown])
    const text = mark?.querySelector<HTMLElement>('b')?.parentElement
    expect(text?.style.left).toBe(radius > 5 ? '' : 'calc(50% + 7px)')
  },
)

test.each([
  [true, ['宁夏', '157', '12,345 MW']],
  [false, ['宁夏', '157']],
])(
  'a division with room for its power (%s) is shown with name and projects, and read out whole',
  (isRoomy, shown) => {
    const point = {
      ...{ longitude: 106, latitude: 38, ratedPower: 12_345, ratedEnergy: 23_456, count: 157 },
      ...{ regionCode: '640000', regionName: '宁夏回族自治区' },
    }
    const { container } = render(
      <MapMarks
        label="项目"
        marks={[{ key: '640000', point, name: '宁夏', isRoomy, radius: 12, x: 100, y: 100 }]}
        size={{ width: 400, height: 400 }}
        palette={LIGHT}
        shown={undefined}
        onShow={() => undefined}
        onPress={() => undefined}
        onKey={() => undefined}
      />,
    )
    const mark = container.querySelector('[data-mark="640000"]')
    expect(mark?.textContent).toBe('宁夏，157 个项目，12,345 MW / 23,456 MWh')
    for (const hidden of container.querySelectorAll('.sr-only')) hidden.remove()
    expect(mark?.textContent).toBe(shown.map((each) => each.replace(' MW', '')).join(''))
  },
)
