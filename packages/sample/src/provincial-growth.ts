import { closedQuarter, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { type Figures, provincialFigures } from './provincial-figures.ts'

/** The end of the published figures. Later periods of a demonstration only continue them. */
export const PUBLISHED: Quarter = { year: 2025, quarter: 4 }

/**
 * Storage in operation in the middle of 2025, at the end of September and of the year, by province, in 10 MW and 10 MWh.
 * The sums of the nation and of the regions, and the provinces above 2, 5 and 10 GW and their order in the middle of the
 * year, are as published by the National Energy Administration; the rest is an allocation and must not be called official.
 */
export const figuresOf2025: Readonly<
  Record<string, readonly [june: Figures, september: Figures, december: Figures]>
> = {
  '150000': [
    [1250, 3076],
    [1430, 3535],
    [1760, 4746],
  ],
  '370000': [
    [750, 1634],
    [790, 1720],
    [1130, 2777],
  ],
  '130000': [
    [460, 1159],
    [500, 1263],
    [770, 2279],
  ],
  '140000': [
    [310, 707],
    [345, 784],
    [455, 1133],
  ],
  '120000': [
    [33, 72],
    [35, 76],
    [55, 139],
  ],
  '110000': [
    [16, 34],
    [18, 38],
    [30, 76],
  ],
  '650000': [
    [1006, 3258],
    [1120, 3554],
    [1455, 4815],
  ],
  '660000': [
    [126, 409],
    [140, 445],
    [185, 614],
  ],
  '640000': [
    [538, 1114],
    [575, 1195],
    [800, 1909],
  ],
  '620000': [
    [400, 1023],
    [430, 1096],
    [650, 1874],
  ],
  '630000': [
    [230, 532],
    [250, 579],
    [320, 820],
  ],
  '610000': [
    [139, 295],
    [157, 334],
    [220, 534],
  ],
  '320000': [
    [600, 1283],
    [625, 1335],
    [800, 1862],
  ],
  '330000': [
    [450, 938],
    [478, 995],
    [610, 1384],
  ],
  '340000': [
    [360, 702],
    [375, 733],
    [490, 1072],
  ],
  '350000': [
    [100, 213],
    [107, 228],
    [140, 333],
  ],
  '310000': [
    [65, 144],
    [70, 155],
    [100, 250],
  ],
  '430000': [
    [298, 603],
    [312, 632],
    [400, 897],
  ],
  '410000': [
    [275, 559],
    [300, 613],
    [410, 955],
  ],
  '420000': [
    [242, 493],
    [262, 537],
    [370, 880],
  ],
  '500000': [
    [125, 259],
    [133, 277],
    [170, 394],
  ],
  '510000': [
    [100, 205],
    [108, 223],
    [160, 388],
  ],
  '360000': [
    [75, 157],
    [80, 168],
    [112, 270],
  ],
  '540000': [
    [43, 149],
    [45, 154],
    [58, 205],
  ],
  '440000': [
    [385, 722],
    [405, 760],
    [520, 1080],
  ],
  '450000': [
    [345, 727],
    [362, 764],
    [440, 1012],
  ],
  '520000': [
    [222, 451],
    [228, 464],
    [270, 597],
  ],
  '530000': [
    [440, 1043],
    [460, 1087],
    [530, 1309],
  ],
  '460000': [
    [70, 158],
    [75, 169],
    [100, 248],
  ],
  '210000': [
    [19, 42],
    [21, 46],
    [32, 81],
  ],
  '220000': [
    [12, 25],
    [12, 25],
    [17, 41],
  ],
  '230000': [
    [7, 14],
    [8, 16],
    [11, 26],
  ],
}

/** What came into operation from one day to another, by province, in 10 MW and 10 MWh. */
export interface Growth {
  /** yyyy-MM-dd */
  first: string
  /** yyyy-MM-dd */
  last: string
  added: ReadonlyMap<string, Figures>
}

// The published figures of 2025 are of these quarters' ends.
const STEPS = [
  { from: 1, to: 2 },
  { from: 3, to: 3 },
  { from: 4, to: 4 },
] as const

// A year after the published figures grows by these parts of 2025, quarter by quarter.
const SEASONS: Readonly<Record<number, number>> = { 1: 0.08, 2: 0.25, 3: 0.15, 4: 0.45 }

// A demonstration that starts much later does not grow without end.
const CONTINUED_QUARTERS = 8

const codes = Object.keys(provincialFigures)
const NOTHING: Figures = [0, 0]

function addedIn2025(code: string, step: number): Figures {
  const stock = [provincialFigures[code] ?? NOTHING, ...(figuresOf2025[code] ?? [])]
  const [before, after] = [stock[step] ?? NOTHING, stock[step + 1] ?? NOTHING]
  return [after[0] - before[0], after[1] - before[1]]
}

/** A part of what a province added in 2025, of the same duration. */
function partOf2025(code: string, part: number): Figures {
  const [before = NOTHING, after = NOTHING] = [provincialFigures[code], figuresOf2025[code]?.[2]]
  const power = Math.round((after[0] - before[0]) * part)
  return [power, Math.round((power * (after[1] - before[1])) / (after[0] - before[0]))]
}

const byProvince = (figuresOf: (code: string) => Figures) =>
  new Map(codes.map((code) => [code, figuresOf(code)] as const).filter(([, [power]]) => power > 0))

/**
 * The growth since the end of 2024 in periods that have ended: as published, and continued after that.
 * @param today yyyy-MM-dd
 */
export function growthUntil(today: string): Growth[] {
  const { last: end } = quarterDays(closedQuarter(today))
  const published = STEPS.map(({ from, to }, step) => ({
    first: quarterDays({ year: PUBLISHED.year, quarter: from }).first,
    last: quarterDays({ year: PUBLISHED.year, quarter: to }).last,
    added: byProvince((code) => addedIn2025(code, step)),
  }))
  const continued = Array.from({ length: CONTINUED_QUARTERS }, (_, at) => {
    const quarter = quarterAfter(PUBLISHED, at + 1)
    return {
      ...quarterDays(quarter),
      added: byProvince((code) => partOf2025(code, SEASONS[quarter.quarter] ?? 0)),
    }
  })
  return [...published, ...continued].filter(({ last }) => last <= end)
}
