export const ProblemsPage = () => <h1>ProblemsPage</h1>
