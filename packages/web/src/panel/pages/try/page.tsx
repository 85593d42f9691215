export const TryPage = () => <h1>TryPage</h1>
