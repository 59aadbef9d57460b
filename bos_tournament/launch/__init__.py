"""What ./run and ./check stand on: embedded servers, and a supervisor that keeps them and the site alive."""
