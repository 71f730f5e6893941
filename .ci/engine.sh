# shellcheck shell=bash
# Brings a Docker engine up on a bare Debian machine. Sourced by .ci/run; to have an engine
# that stays when this shell has gone:
#
#   bash -c '. .ci/engine.sh && install_missing && start_engine'

ci_logs=${ci_logs:-$(mktemp -d -t finrubric-ci.XXXXXX)}

engine_answers() { docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }

has() { command -v "$1" >/dev/null 2>&1; }

# Prints the packages that are not there yet: engine, what it and the base image need, venv,
# the browser that tests look at the console with, the database server that they start.
missing_packages() {
    if ! engine_answers; then
        has dockerd || echo docker.io
        has iptables || echo iptables
    fi
    has mmdebstrap || echo mmdebstrap
    has chromium || echo chromium
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || echo postgresql
    has python3 && ! python3 -c 'import ensurepip, venv' 2>/dev/null && echo python3-venv
    return 0
}

install_missing() {
    local packages
    mapfile -t packages < <(missing_packages)
    [ ${#packages[@]} -eq 0 ] && return 0
    echo "ci: apt installs ${packages[*]}"
    if [[ " ${packages[*]} " == *" postgresql "* ]]; then
        # Tests start servers of their own; the package is not to make one beside them.
        mkdir -p /etc/postgresql-common/createcluster.d
        echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/finrubric.conf
    fi
    if ! {
        apt-get update -qq &&
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
    } >"$ci_logs/apt.log" 2>&1; then
        tail -20 "$ci_logs/apt.log" >&2
        return 1
    fi
}

# Starts dockerd when no engine answers. Sets engine_pid to what it started, or leaves it empty.
start_engine() {
    engine_pid=
    engine_answers && return 0
    # The usual pid file may be one that a killed machine left behind.
    setsid nohup dockerd --pidfile "$ci_logs/dockerd.pid" </dev/null >"$ci_logs/dockerd.log" 2>&1 &
    engine_pid=$!
    for _ in $(seq 300); do
        engine_answers && return 0
        kill -0 "$engine_pid" 2>/dev/null || break
        sleep 0.1
    done
    echo "ci: the Docker engine did not start" >&2
    tail -20 "$ci_logs/dockerd.log" >&2
    return 1
}
