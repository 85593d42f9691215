/** Lists the tests that passed only when they ran again. Each of them is a defect to fix. */
export default class FlakyReporter {
  #flaky = []

  onTestCaseResult(test) {
    const { retryCount } = test.diagnostic() ?? {}
    if (test.result().state === 'passed' && retryCount > 0)
      this.#flaky.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd() {
    if (this.#flaky.length === 0) return
    console.log(`\nFLAKY: ${this.#flaky.length} passed only when they ran again. Find out why, and fix them:`)
    for (const name of this.#flaky) console.log(`  ${name}`)
  }
}
