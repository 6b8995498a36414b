import { Home } from "#components/console/home.tsx";

export default function HomePage() {
  return <Home />;
}
