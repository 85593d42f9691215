import { compareCases } from '../../testing/compare-cases.ts'

compareCases(3, 4)
