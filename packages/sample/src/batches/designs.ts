/** Design of a project of a batch: place, technology and size. */
export interface Design {
  provinceCode: string
  techType: string
  techSubType: string
  /** MW */
  power: number
  /** MWh */
  energy: number
  appSubScenario: string
}

// One project a line: province, technology, power in MW, energy in MWh, scenario. The numbers of each technology and of
// the provinces with most projects are those of the first batch of 2024; the projects are invented.
const ANNOUNCED = `
42 0501 300 1500 21
42 0301 100 500 21
42 0101 100 200 22
42 0304 50 200 21
42 0201 50 100 21
42 9001 60 62 23
37 0501 300 1800 21
37 0502 300 1500 21
37 0301 100 400 21
37 0101 200 400 22
32 0501 300 1200 21
32 0101 200 400 21
32 0401 12 96 32
32 0701 25 100 34
43 0101 200 400 21
43 0104 100 200 21
43 0301 100 400 22
43 0202 50 100 21
13 0503 100 400 21
13 0101 300 1200 21
13 1299 10 80 34
13 9003 150 300 22
15 0101 600 2400 11
15 0101 500 2000 22
15 0503 100 800 21
64 0502 100 400 21
64 0101 200 400 22
64 0101 100 200 11
62 0502 300 1800 21
62 0101 500 1000 22
62 0701 17 68 34
63 0101 270 1080 11
63 1399 60 600 21
65 0301 100 400 11
65 0101 500 2000 21
61 0502 350 1400 21
61 0602 20 5 12
14 0602 30 8 21
14 0104 100 200 22
41 0501 300 1200 21
41 0301 100 400 21
34 0301 108 540 21
34 1299 10 20 32
33 0101 100 200 21
33 9002 30 15 12
33 0201 20 40 31
44 0101 300 600 21
44 9002 30 10 12
44 0602 9 2 33
45 0201 100 200 21
52 0901 20 80 34
53 9099 200 400 11
51 1299 10 80 21
21 0302 100 400 21
22 0502 100 500 12
12 0103 50 50 33
`

/** The demonstration's current batch: what is being reviewed now. */
const CURRENT = `
64 0101 200 800 21
64 0301 100 400 21
64 0104 100 200 22
64 0502 300 1500 21
64 9001 100 110 12
15 0503 200 1600 21
15 0101 1000 4000 11
62 0701 50 200 34
62 0101 500 2000 22
37 0502 350 2100 21
37 0201 100 200 21
32 0501 300 1800 21
42 0501 300 1800 21
42 0301 200 800 21
43 0202 100 200 22
13 1299 50 400 21
13 9003 200 500 21
63 1399 100 1000 21
65 0801 100 800 11
61 0602 50 13 12
14 0104 200 400 22
41 0301 150 600 21
34 1299 30 120 32
33 0101 200 400 21
`

function designOf(line: string): Design {
  const [province = '', sub = '', power = '', energy = '', scenario = ''] = line.split(' ')
  return {
    provinceCode: `${province}0000`,
    techType: sub.slice(0, 2),
    techSubType: sub,
    power: Number(power),
    energy: Number(energy),
    appSubScenario: scenario,
  }
}

const designsOf = (lines: string): Design[] => lines.trim().split('\n').map(designOf)

export const announcedDesigns: readonly Design[] = designsOf(ANNOUNCED)
export const currentDesigns: readonly Design[] = designsOf(CURRENT)
