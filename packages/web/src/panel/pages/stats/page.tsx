export const StatsPage = () => <h1>StatsPage</h1>
